import Sockets
import Dispatch
import HTTPCore
import Synchronization

// MARK: - Waiting for a handler

extension Worker {
  /// The number of seconds that a handler may work elsewhere before its connection is closed.
  private static let handlerTimeout = 120
  /// The same for the whole of a streamed body, which may be a file of any size.
  private static let transferTimeout = 3600

  func wait(_ connection: ServerConnection, _ pending: PendingExchange) {
    connection.exchange.wait(pending)
    setDeadline(connection, Self.handlerTimeout)
  }

  /// The completion that a handler calls with its response, on any thread.
  func completion(_ connection: ServerConnection) -> HTTPCompletion {
    let token = connection.token
    return { [self] response in deliver(Arrival(token: token, response: response)) }
  }

  /// The completion that a handler calls on any thread once something has been read.
  func arrival(_ connection: ServerConnection) -> @Sendable () -> Void {
    let token = connection.token
    return { [self] in deliver(Arrival(token: token, response: nil)) }
  }

  /// What has arrived for a connection from another thread.
  struct Arrival: Sendable {
    let token: UInt64
    /// Nil when something was read that the response depends on.
    let response: HTTPResponse?
  }

  /// Hands something over to the loop; all that arrives before the loop gets to it costs one hop.
  private func deliver(_ arrival: Arrival) {
    let isFirst = arrivals.withLock { arrivals in
      arrivals.append(arrival)
      return arrivals.count == 1
    }
    guard isFirst else { return }
    loop.perform { [self] in
      let arrived = arrivals.withLock { arrivals in
        defer { arrivals = [] }
        return arrivals
      }
      for arrival in arrived { proceed(with: arrival) }
    }
  }

  private func proceed(with arrival: Arrival) {
    guard let connection = awaiting(arrival.token), let pending = connection.exchange.endWaiting()
    else { return }
    let request = pending.request
    if let response = arrival.response {
      respond(connection, request, response, pending.start)
      return resume(connection)
    }
    switch pending.stage {
    case .reading(let reading):
      // What was read may be a redirect that is now ready.
      if !answerReady(connection, request) {
        give(reading.next(), to: request, connection, pending.start)
      }
    case .admitting(let reading):
      setDeadline(connection, configuration.limits.bodyTimeout)
      takeBody(connection, reading.next(), hasMore: !connection.unread.isEmpty)
    case .receiving, .answering, .sending: break
    }
    resume(connection)
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
    if isExcessive(connection, request) { return }
    let intake = handler.intake(for: request, from: connection.edge.peer, at: now)
    takeBody(connection, intake, hasMore: hasMore)
  }

  /// Begins to receive a body as the handler wants it.
  ///
  /// - Parameter hasMore: whether some of it has arrived.
  private func takeBody(_ connection: ServerConnection, _ intake: HTTPIntake, hasMore: Bool) {
    guard let reader = connection.reader else { return close(connection) }
    let request = reader.decoder.request
    var limit = Int.max
    switch intake {
    case .unread(let reading):
      var pending = PendingExchange(stage: .admitting(reading), request: request, start: monotonic)
      pending.cancellation = reading.cancellation
      wait(connection, pending)
      return reading(arrival(connection))
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
      refuse(connection, failure, of: request)
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
    keepPace(connection, bytes.count)
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
          deadlines[connection.slot] = monotonic + connection.exchange.patience
          resume(connection)
        }
      }
    }
  }

  /// Notes how much time the client has left, which the work on a piece does not use up.
  private func keepPace(_ connection: ServerConnection, _ count: Int) {
    if connection.exchange.pace.move(count) {
      setDeadline(connection, configuration.limits.bodyTimeout)
    }
    connection.exchange.patience = deadlines[connection.slot] - monotonic
  }

  private func finishBody(_ connection: ServerConnection) {
    guard let sink = connection.exchange.finishBody() else { return }
    setDeadline(connection, Self.transferTimeout)
    sink.finish(completion: completion(connection))
  }

  /// Asks the source of a response for its next piece, once the client has taken the previous one.
  func askSource(_ connection: ServerConnection) {
    noteUnread(connection, 0)
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
