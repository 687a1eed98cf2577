import HTTPCore
import Sockets
import System
import TLS
import Telemetry

// MARK: - Receiving

extension Worker {
  /// The amount of unsent output at which a connection is no longer read. It bounds the memory for
  /// a client that does not read, and the delay that a client with many requests causes to others.
  private static let outputBytes = 16 << 10
  private static let lingerSeconds = 2

  func receive(_ connection: ServerConnection) {
    guard !connection.isAwaiting else {
      connection.state.noteUnreadInput()
      // Events are level-triggered: otherwise the loop would wake up repeatedly for the same bytes.
      watch(connection, connection.exchange.pending?.cancellation == nil ? .nothing : .ending)
      return
    }
    guard connection.edge.isPlain else { return receiveThroughEdge(connection) }
    receivePlain(connection)
  }

  /// - Returns: whether anything was received, including the end.
  @discardableResult
  @inline(__always)
  func receivePlain(_ connection: ServerConnection) -> Bool {
    let room = connection.reader == nil ? headBuffer : readBuffer
    switch Connection.read(connection.descriptor, into: room) {
    case .bytes(let count):
      metrics.countReceived(count)
      if connection.state.stage == .lingering { return true }
      let input = UnsafeRawBufferPointer(rebasing: readBuffer[..<count])
      process(connection, input.bindMemory(to: UInt8.self))
    case .nothingYet: return false
    case .end: receiveEnd(connection)
    case .broken: close(connection)
    }
    return true
  }

  /// Handles the end of the client's input while work for it continues elsewhere.
  func endInput(_ connection: ServerConnection) {
    guard let cancellation = connection.exchange.pending?.cancellation, cancellation.isPatient
    else {
      return close(connection)
    }
    cancellation.endInput()
    watch(connection, .nothing)
  }

  /// Handles the end of the client's input.
  func receiveEnd(_ connection: ServerConnection) {
    if connection.state.endInput(hasOutput: connection.output.hasRest) { close(connection) }
  }

  func process(_ connection: ServerConnection, _ input: UnsafeBufferPointer<UInt8>) {
    var offset = 0
    answerRequests(connection, input, &offset)
    if offset < input.count, !connection.state.isEnding {
      connection.unread.append(contentsOf: input[offset...])
    }
    send(connection)
  }

  /// Answers the requests in the input, in order, until too much output is pending.
  func answerRequests(
    _ connection: ServerConnection, _ input: UnsafeBufferPointer<UInt8>, _ offset: inout Int
  ) {
    let bytes = input.span
    let reader = reader(for: connection)
    // A shared reader holds no part of a request.
    var phase = connection.reader == nil ? .idle : reader.decoder.phase
    var isDone = connection.reader == nil
    lendOutput(connection)
    while offset < bytes.count, !connection.state.isEnding, !connection.isAwaiting {
      guard connection.output.restCount < Self.outputBytes else { break }
      let event = reader.decoder.decode(bytes, offset: &offset)
      if case .request = event {
        if case .body = phase, !hasMemory(connection, reader) { break }
        isDone = true
        phase = .idle
        answer(connection, reader)
        continue
      }
      isDone = false
      lend(reader, to: connection)
      switch event {
      case .request: break
      case .needsMore:
        phase = noteProgress(connection, from: phase)
        if connection.exchange.sink != nil { handOver(connection, reader) }
        if case .body = phase { _ = hasMemory(connection, reader) }
      case .head:
        phase = noteProgress(connection, from: phase)
        beginBody(connection, reader, hasMore: offset < bytes.count)
      case .failure(let failure): refuse(connection, failure, of: reader.decoder.begun(in: phase))
      }
    }
    if isDone, connection.reader != nil { takeBackReader(connection) }
  }

  /// The deadline of a head or a body counts from its first byte, so a client that trickles bytes
  /// gains no time. Returns the phase.
  private func noteProgress(
    _ connection: ServerConnection, from phase: HTTPRequestDecoder.Phase
  ) -> HTTPRequestDecoder.Phase {
    let current = connection.phase
    guard current != phase else { return current }
    switch current {
    case .head: setDeadline(connection, configuration.limits.headerTimeout)
    case .body: setDeadline(connection, configuration.limits.bodyTimeout)
    case .idle: break
    }
    return current
  }

  private func answer(_ connection: ServerConnection, _ reader: RequestReader) {
    if connection.exchange.sink != nil { return handOver(connection, reader) }
    let request = reader.decoder.request
    if !connection.edge.isPlain, isMisdirected(connection, request) { return }
    if answerReady(connection, request) || isExcessive(connection, request) { return }
    let answer = handler.answer(to: request, from: connection.edge.peer, at: now)
    give(answer, to: request, connection, monotonic)
  }

  /// Responds, or waits for the response.
  func give(
    _ answer: HTTPAnswer, to request: HTTPRequest, _ connection: ServerConnection, _ start: Int
  ) {
    switch answer {
    case .ready(let response): respond(connection, request, response, start)
    case .deferred(let work):
      var pending = PendingExchange(stage: .answering, request: request, start: start)
      pending.cancellation = work.cancellation
      wait(connection, pending)
      work(completion(connection))
    case .unread(let reading):
      var pending = PendingExchange(stage: .reading(reading), request: request, start: start)
      pending.cancellation = reading.cancellation
      wait(connection, pending)
      reading(arrival(connection))
    }
  }

  /// Answers with what is ready in the handler's memory, if anything is.
  func answerReady(_ connection: ServerConnection, _ request: HTTPRequest) -> Bool {
    handler.sendReady(to: request, from: connection.edge.peer, at: now) { status, location, rest in
      let keeps = request.keepsConnection && !isDraining
      let count = encoder.encode(
        redirect: status, to: location, rest: rest, keepsConnection: keeps,
        version: request.version, isSecure: connection.edge.peer.isSecure,
        into: &connection.output.bytes)
      connection.state.answer(
        keepsConnection: keeps, isLastRequest: !request.keepsConnection)
      setDeadline(connection, configuration.limits.idleTimeout)
      return exchange(connection, count, monotonic)
    }
  }

  func respond(
    _ connection: ServerConnection, _ request: HTTPRequest, _ response: HTTPResponse, _ start: Int
  ) {
    let isHead = if case .head = request.method { true } else { false }
    let isUnending = response.isSourced && request.version == .http10
    let keeps =
      request.keepsConnection && !response.closesConnection && !isDraining && !isUnending
      && connection.excess == nil
    let count = encoder.encode(
      response, isHead: isHead, keepsConnection: keeps, version: request.version,
      isSecure: connection.edge.peer.isSecure, into: &connection.output.bytes)
    connection.state.answer(keepsConnection: keeps, isLastRequest: !request.keepsConnection)
    if response.isSourced, !isHead {
      var pending = PendingExchange(
        stage: .sending(isAsked: false), request: request, start: start, response: response)
      pending.bytesSent = count
      wait(connection, pending)
      return
    }
    setDeadline(connection, configuration.limits.idleTimeout)
    finish(connection, request, response, count, start)
  }

  /// Responds to a failure, then lingers and closes the connection.
  func refuse(
    _ connection: ServerConnection, _ failure: HTTPFailure, of request: HTTPRequest? = nil
  ) {
    refuse(
      connection, with: handler.response(to: failure, from: connection.edge.peer), to: request)
  }

  /// Responds without reading the rest of the request, then lingers and closes the connection.
  ///
  /// - Parameter request: the request; nil when its head was not read.
  func refuse(
    _ connection: ServerConnection, with response: HTTPResponse, to request: HTTPRequest? = nil
  ) {
    let isHead =
      request.map { $0.method == .head } ?? connection.reader?.decoder.isHead ?? false
    let count = encoder.encode(
      response, isHead: isHead, keepsConnection: false, version: .http11,
      isSecure: connection.edge.peer.isSecure, into: &connection.output.bytes)
    connection.state.refuse()
    finish(connection, request, response, count, monotonic)
  }

  func finish(
    _ connection: ServerConnection, _ request: HTTPRequest?, _ response: HTTPResponse,
    _ count: Int, _ start: Int
  ) {
    handler.finished(request, response, exchange(connection, count, start))
  }

  /// Ends an exchange whose response is on its way.
  private func exchange(
    _ connection: ServerConnection, _ count: Int, _ start: Int
  ) -> HTTPExchange {
    connection.exchange.releaseBody()
    // The end time of this response is the start time of the next one in the same wake-up.
    monotonic = clock.steady()
    let elapsed = max(monotonic - start, 0) / 1000
    return HTTPExchange(
      peer: connection.edge.peer, finishedAt: now, microseconds: elapsed, bytesSent: count)
  }
}

// MARK: - Sending

extension Worker {
  /// Sends pending output; when all is sent, continues with the bytes received meanwhile.
  func send(_ connection: ServerConnection) {
    var hasAnswered = false
    while true {
      guard write(connection) else {
        close(connection)
        return
      }
      guard !connection.output.hasRest else {
        waitForWriting(connection)
        return
      }
      connection.output.dropSent()
      let next = connection.state.didSend(
        isAwaiting: connection.isAwaiting, hasUnread: !connection.unread.isEmpty,
        hasAnswered: hasAnswered)
      switch next {
      case .read: return waitForReading(connection)
      case .answerUnread:
        answerUnread(connection)
        hasAnswered = true
      case .giveWay: return waitForWriting(connection)
      case .askSource: return askSource(connection)
      case .linger: return linger(connection)
      case .close: return close(connection)
      }
    }
  }

  func answerUnread(_ connection: ServerConnection) {
    let unread = connection.unread
    connection.unread = []
    unread.withUnsafeBufferPointer { input in
      var offset = 0
      answerRequests(connection, input, &offset)
      if offset < input.count, !connection.state.isEnding {
        connection.unread = Array(input[offset...])
      }
    }
  }

  /// Writes pending output; false when the connection is broken.
  private func write(_ connection: ServerConnection) -> Bool {
    guard connection.output.hasRest else { return true }
    let isLast = connection.state.sendsWithEnd(isAwaiting: connection.isAwaiting)
    let count = connection.output.bytes.withUnsafeBytes { bytes in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[connection.output.start...])
      return connection.edge.isPlain
        ? Connection.write(connection.descriptor, rest, isLast: isLast)
        : connection.edge.tls?.write(rest, isLast: isLast)
    }
    guard let count else { return false }
    metrics.countSent(count)
    let isNew = connection.output.isUntaken
    connection.output.didSend(count)
    guard count > 0, connection.output.hasRest else { return true }
    if isNew || !connection.exchange.isSourced || connection.exchange.pace.move(count) {
      setDeadline(connection, configuration.limits.writeTimeout)
    }
    return true
  }

  /// A client that does not read is not read from either, so that its pending responses stay
  /// bounded.
  private func waitForWriting(_ connection: ServerConnection) {
    noteUnread(connection, connection.output.restCount + connection.unread.count)
    settleOutput(connection)
    guard connection.state.beginWriting(isNewOutput: connection.output.isUntaken) else { return }
    // Replaces the deadline of a response still being made, which is a different one.
    setDeadline(connection, configuration.limits.writeTimeout)
    watch(connection, .writing)
  }

  private func waitForReading(_ connection: ServerConnection) {
    takeBackOutput(connection)
    if case .reading? = connection.interest {} else { watch(connection, .reading) }
    if !connection.edge.isPlain { receivePending(connection) }
    guard connection.state.beginReading() else { return }
    noteUnread(connection, 0)
    setDeadline(connection, configuration.limits.idleTimeout)
  }

  private func linger(_ connection: ServerConnection) {
    connection.edge.tls?.end()
    Connection.endWriting(connection.descriptor)
    noteUnread(connection, 0)
    setDeadline(connection, Self.lingerSeconds)
    watch(connection, .reading)
  }

  func watch(_ connection: ServerConnection, _ interest: EventLoop.Interest) {
    guard connection.interest != interest else { return }
    let isWatched = connection.interest != nil
    connection.interest = interest
    do throws(SystemError) {
      if isWatched {
        try loop.change(connection.descriptor, token: connection.token, interest)
      } else {
        try loop.add(connection.descriptor, token: connection.token, interest)
      }
    } catch {
      close(connection)
    }
  }
}

// MARK: - Timeouts

extension Worker {
  func timeOut(_ connection: ServerConnection) {
    let lateness = connection.state.lateness(
      isAwaiting: connection.isAwaiting, phase: connection.phase)
    if lateness != .close { metrics.connectionsTimedOut.add(1) }
    switch lateness {
    case .close, .giveUp: break
    case .failHandshake: metrics.countFailure(TLSFailure.timeout.rawValue)
    case .refuse:
      refuse(
        connection, HTTPFailure(.requestTimeout, "the request did not arrive in time"),
        of: connection.reader?.decoder.begun(in: connection.phase))
      return send(connection)
    }
    close(connection)
  }
}
