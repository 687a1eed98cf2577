import Sockets
import Dispatch
import HTTPCore

// MARK: - Waiting for a handler

extension Worker {
  /// The number of seconds that a handler may work elsewhere before its connection is closed.
  private static let handlerTimeout = 120

  func wait(_ connection: ServerConnection, _ pending: PendingExchange) {
    connection.exchange.wait(pending)
    setDeadline(connection, Self.handlerTimeout)
  }

  /// The completion that a handler calls with its response, on any thread.
  func completion(_ connection: ServerConnection) -> HTTPCompletion {
    let token = connection.token
    return { [self] response in
      loop.perform { [self] in
        guard let connection = awaiting(token), let pending = connection.exchange.endWaiting()
        else {
          return
        }
        respond(connection, pending.request, response, pending.start)
        resume(connection)
      }
    }
  }

  /// The connection that a completion belongs to; nil when it has been closed.
  private func awaiting(_ token: UInt64) -> ServerConnection? {
    guard let connection = connection(token), connection.isAwaiting else { return nil }
    readClocks()
    return connection
  }

  /// Continues with the bytes received meanwhile and sends pending output.
  private func resume(_ connection: ServerConnection) {
    if !connection.isAwaiting, !connection.state.isEnding, !connection.unread.isEmpty {
      answerUnread(connection)
    }
    send(connection)
  }
}

// MARK: - Bodies in pieces

extension Worker {
  /// Asks the handler how to handle the body of a complete head.
  func beginBody(_ connection: ServerConnection, _ reader: RequestReader, hasMore: Bool) {
    let request = reader.decoder.request
    if !connection.edge.isPlain, isMisdirected(connection, request) { return }
    var limit = Int.max
    switch handler.intake(for: request, from: connection.edge.peer, at: now) {
    case .refuse(let response):
      refuse(connection, with: response, to: request)
      return
    case .collect: break
    case .collectSome(let bytes, let lease):
      limit = bytes
      if let lease { connection.exchange.collect(lease) }
    case .stream(let sink): connection.exchange.stream(sink)
    }
    let isStreamed = connection.exchange.sink != nil
    if let failure = reader.decoder.beginBody(isStreamed: isStreamed, limit: limit) {
      refuse(connection, failure)
    } else if reader.decoder.expectsContinue, !hasMore {
      connection.output.bytes += HTTPResponseEncoder.continueLine
    }
  }

  /// Reserves memory for the received bytes of a body, if the handler wants that.
  ///
  /// - Returns: false when there was not enough and the request was refused.
  func hasMemory(_ connection: ServerConnection, _ reader: RequestReader) -> Bool {
    guard let lease = connection.exchange.lease, !lease.reach(reader.decoder.collectedBytes) else {
      return true
    }
    refuse(connection, with: lease.refusal, to: reader.decoder.request)
    return false
  }

  /// Passes the received bytes to the sink, and asks it for the response after the last ones.
  func handOver(_ connection: ServerConnection, _ reader: RequestReader) {
    guard let sink = connection.exchange.sink else { return }
    let bytes = reader.decoder.takeBody()
    let isWhole = reader.decoder.isIdle
    guard isWhole || !bytes.isEmpty else { return }
    let request = reader.decoder.request
    wait(connection, PendingExchange(stage: .receiving, request: request, start: monotonic))
    let token = connection.token
    guard !bytes.isEmpty else { return finishBody(connection) }
    sink.receive(bytes) { [self] in
      loop.perform { [self] in
        guard let connection = awaiting(token) else { return }
        if isWhole {
          finishBody(connection)
        } else {
          _ = connection.exchange.endWaiting()
          setDeadline(connection, configuration.limits.bodyTimeout)
          resume(connection)
        }
      }
    }
  }

  private func finishBody(_ connection: ServerConnection) {
    guard let sink = connection.exchange.finishBody() else { return }
    sink.finish(completion: completion(connection))
  }

  /// Asks the source of a response for its next piece, once the client has taken the previous one.
  func askSource(_ connection: ServerConnection) {
    guard let source = connection.exchange.askSource() else { return }
    setDeadline(connection, Self.handlerTimeout)
    let token = connection.token
    source.next { [self] part in
      loop.perform { [self] in
        if let connection = awaiting(token) { send(part, to: connection) }
      }
    }
  }

  private func send(_ part: HTTPBodyPart, to connection: ServerConnection) {
    guard let pending = connection.exchange.pending else { return }
    let version = pending.request.version
    let before = connection.output.bytes.count
    switch part {
    case .failure: return close(connection)
    case .bytes(let bytes):
      HTTPResponseEncoder.encode(part: bytes, version: version, into: &connection.output.bytes)
    case .end: HTTPResponseEncoder.encodeEnd(version: version, into: &connection.output.bytes)
    }
    let count = connection.exchange.didTakePiece(connection.output.bytes.count - before)
    if case .end = part, let response = pending.response {
      _ = connection.exchange.endWaiting()
      setDeadline(connection, configuration.limits.idleTimeout)
      finish(connection, pending.request, response, count, pending.start)
    }
    resume(connection)
  }
}
