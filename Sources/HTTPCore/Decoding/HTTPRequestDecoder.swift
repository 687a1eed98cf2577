/// Turns the bytes of a connection into requests (RFC 9112), one after the other.
///
/// Bytes may come in pieces of any size; none is looked at twice. What is not clearly a request is
/// refused and never guessed at, since a proxy in front might guess otherwise. The storage of one
/// request serves the next, so that a connection in steady state allocates nothing.
package struct HTTPRequestDecoder: Sendable {
  /// What a call of `decode` came to.
  package enum Event: Equatable, Sendable {
    /// All input is consumed.
    case needsMore
    /// The head of a request with a body is whole: `beginBody` is to be called next.
    case head
    /// `request` is whole.
    case request
    /// There is no way on: the answer is this failure's, and the connection ends.
    case failure(HTTPFailure)
  }

  /// How far the current request has come.
  package enum Phase: Equatable, Sendable {
    /// No byte of it has arrived.
    case idle
    case head, body
  }

  enum State {
    case requestLine, fieldLines
    case sizedBody(remaining: Int)
    case chunkSize, chunkData(remaining: Int), chunkEnd, trailers
    case complete
    case failed(HTTPFailure)
  }

  let limits: HTTPLimits
  var state = State.requestLine
  var head = RequestHead()
  var framing = BodyFraming()
  /// Request line and field lines as they arrived.
  var storage: [UInt8] = []
  var entries: [HTTPFields.Entry] = []
  var body: [UInt8] = []
  /// A line of the chunked coding while it is incomplete.
  var line: [UInt8] = []
  var trailerBytes = 0
  var extensionBytes = 0
  /// Whether somebody takes the body away as it comes, so that its length needs no limit here.
  var isStreamed = false
  /// Bytes of the body that were taken away.
  var takenBytes = 0
  private var lineStart = 0
  private var fieldsStart = 0
  private var emptyLines = 0

  package init(limits: HTTPLimits) {
    self.limits = limits
  }

  /// The request, after `decode` has returned `.request` and until its next call. Whoever keeps it
  /// longer makes the decoder allocate anew.
  package var request: HTTPRequest {
    HTTPRequest(
      method: head.method, version: head.version, targetForm: head.targetForm,
      target: head.target, path: head.path, query: head.query, authority: head.authority,
      fields: HTTPFields(bytes: storage, entries: entries), body: body,
      keepsConnection: framing.keepsConnection(head.version))
  }

  package var phase: Phase {
    switch state {
    case .complete: .idle
    case .requestLine: storage.isEmpty ? .idle : .head
    case .fieldLines: .head
    case .sizedBody, .chunkSize, .chunkData, .chunkEnd, .trailers: .body
    case .failed: .idle
    }
  }

  package var isIdle: Bool { phase == .idle }

  /// Whether the client waits for `100 Continue` before it sends the body.
  package var expectsContinue: Bool { framing.expectsContinue && head.version == .http11 }

  /// Says what becomes of the body, after `decode` has returned `.head`.
  ///
  /// - Parameter isStreamed: whether `takeBody` will be called for it, whatever its length.
  /// - Returns: why the body is refused; nil when it is not.
  package mutating func beginBody(isStreamed: Bool) -> HTTPFailure? {
    self.isStreamed = isStreamed
    guard case .sizedBody(let count) = state, !isStreamed, count > limits.bodyBytes else {
      return nil
    }
    _ = failForBody()
    guard case .failed(let failure) = state else { return nil }
    return failure
  }

  /// What has arrived of the body since the last call.
  package mutating func takeBody() -> [UInt8] {
    takenBytes += body.count
    let taken = body
    body = []
    return taken
  }

  /// Gives the storage back while the connection waits for its next request.
  package mutating func releaseStorage() {
    guard isIdle else { return }
    if case .complete = state { startAnew() }
    storage = []
    entries = []
    body = []
    line = []
  }

  /// Consumes `input` from `offset` on until something has happened, and moves `offset` past it.
  package mutating func decode(_ input: Span<UInt8>, offset: inout Int) -> Event {
    if case .complete = state { startAnew() }
    while true {
      switch state {
      case .requestLine, .fieldLines:
        guard let event = decodeHeadLine(input, &offset) else { continue }
        return event
      case .sizedBody, .chunkSize, .chunkData, .chunkEnd, .trailers:
        guard let event = decodeBody(input, &offset) else { continue }
        return event
      case .complete: return .request
      case .failed(let failure): return .failure(failure)
      }
    }
  }

  private mutating func startAnew() {
    state = .requestLine
    head = RequestHead()
    framing = BodyFraming()
    storage.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    body.removeAll(keepingCapacity: true)
    lineStart = 0
    emptyLines = 0
    trailerBytes = 0
    extensionBytes = 0
    isStreamed = false
    takenBytes = 0
  }

  mutating func fail(_ status: HTTPStatus, _ message: String) -> Event {
    let failure = HTTPFailure(status, message)
    state = .failed(failure)
    return .failure(failure)
  }
}

extension HTTPRequestDecoder {
  private mutating func decodeHeadLine(_ input: Span<UInt8>, _ offset: inout Int) -> Event? {
    let lineFeed = ByteScan.lineFeed(in: input, from: offset)
    let end = lineFeed.map { $0 + 1 } ?? input.count
    let room = headRoom
    guard storage.count - lineStart + (end - offset) <= room else {
      offset = end
      return failForRoom()
    }
    storage.append(copying: input.extracting(offset..<end))
    offset = end
    guard lineFeed != nil else { return .needsMore }
    let contents = lineStart..<(storage.count - 1)
    guard let last = contents.last, storage[last] == 0x0D else {
      return fail(.badRequest, "a line ends in a bare line feed: expected CR LF")
    }
    return decodeLine(contents.lowerBound..<last)
  }

  /// How long the current line may become, its line end included.
  private var headRoom: Int {
    if case .requestLine = state {
      return limits.targetBytes + RequestHead.methodBytes + " HTTP/1.1\r\n".utf8.count + 1
    }
    return limits.headerBytes - (lineStart - fieldsStart) + 2
  }

  private mutating func failForRoom() -> Event {
    if case .requestLine = state {
      return fail(.uriTooLong, "the request target is longer than \(limits.targetBytes) bytes")
    }
    return fail(
      .requestHeaderFieldsTooLarge, "the field lines are longer than \(limits.headerBytes) bytes")
  }

  private mutating func decodeLine(_ range: Range<Int>) -> Event? {
    if case .requestLine = state { return decodeRequestLine(range) }
    lineStart = storage.count
    guard !range.isEmpty else { return finishHead() }
    guard entries.count < limits.headerFields else {
      return fail(
        .requestHeaderFieldsTooLarge, "there are more than \(limits.headerFields) field lines")
    }
    let bytes = storage
    switch FieldLine.parse(bytes.span, range) {
    case .success(let entry):
      entries.append(entry)
      if let failure = framing.note(bytes.span, entry) {
        return fail(failure.status, failure.message)
      }
      return nil
    case .failure(let failure): return fail(failure.status, failure.message)
    }
  }

  private mutating func decodeRequestLine(_ range: Range<Int>) -> Event? {
    guard !range.isEmpty else {
      // An old client may send a line end after a body (RFC 9112, section 2.2).
      storage.removeAll(keepingCapacity: true)
      emptyLines += 1
      return emptyLines <= 2 ? nil : fail(.badRequest, "empty lines stand before the request")
    }
    let bytes = storage
    if let failure = head.parse(bytes.span, range, limits) {
      return fail(failure.status, failure.message)
    }
    lineStart = storage.count
    fieldsStart = storage.count
    state = .fieldLines
    return nil
  }

  private mutating func finishHead() -> Event? {
    let bytes = storage
    if let failure = head.checkHost(bytes.span, hostFields: framing.hostFields) {
      return fail(failure.status, failure.message)
    }
    switch framing.length(version: head.version) {
    case .failure(let failure): return fail(failure.status, failure.message)
    case .success(.none): state = .complete
    case .success(.chunked): state = .chunkSize
    case .success(.sized(let count)):
      state = count == 0 ? .complete : .sizedBody(remaining: count)
    }
    if case .complete = state { return nil }
    return .head
  }

  mutating func failForBody() -> Event {
    fail(.contentTooLarge, "the body is longer than \(limits.bodyBytes) bytes")
  }
}
