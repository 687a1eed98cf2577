/// Decodes the bytes of a connection into requests (RFC 9112), one after another.
///
/// Bytes may arrive in pieces of any size; none is examined twice. Ambiguous input is rejected,
/// never interpreted, since a proxy in front might interpret it differently. The storage of one
/// request is reused for the next, so a connection in steady state does not allocate. The decoder
/// is not copyable, since every access to a copy would update reference counts.
package struct HTTPRequestDecoder: ~Copyable, Sendable {
  /// The result of a call of `decode`.
  package enum Event: Equatable, Sendable {
    /// All input is consumed.
    case needsMore
    /// The head of a request with a body is complete; `beginBody` must be called next.
    case head
    /// `request` is complete.
    case request
    /// Decoding cannot continue: the response reports this failure, and the connection ends.
    case failure(HTTPFailure)
  }

  /// The progress of the current request.
  package enum Phase: Equatable, Sendable {
    /// No byte has arrived.
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
  var body: [UInt8] = []
  /// The request, valid after `decode` has returned `.request`, or `.head` and then without its
  /// body, until the next call. It never contains a streamed body. Keeping a reference longer makes
  /// the decoder allocate new storage.
  package private(set) var request = HTTPRequest()
  /// The parts of the request, filled as they arrive: request line and field lines as received,
  /// until the head is complete.
  var storage: HTTPRequest.Storage { request.storage }
  /// The bytes of an incomplete line of the chunked coding.
  var line: [UInt8] = []
  var trailerBytes = 0
  var trailerFields = 0
  var extensionBytes = 0
  /// Whether the body is consumed as it arrives, so that its length needs no limit here.
  var isStreamed = false
  /// The limit of the current request's body.
  private(set) var bodyLimit: Int
  /// The number of body bytes already consumed.
  var takenBytes = 0
  private var lineStart = 0
  private var fieldsStart = 0
  private var emptyLines = 0

  package init(limits: HTTPLimits) {
    self.limits = limits
    bodyLimit = limits.bodyBytes
  }

  /// The progress of the current request.
  package var phase: Phase {
    switch state {
    case .complete: .idle
    case .requestLine: storage.fields.bytes.isEmpty ? .idle : .head
    case .fieldLines: .head
    case .sizedBody, .chunkSize, .chunkData, .chunkEnd, .trailers: .body
    case .failed: .idle
    }
  }

  /// Whether the method is HEAD: even the response to a rejected HEAD must not have content (RFC 9110,
  /// section 9.3.2). Also correct for a request line that is too long, malformed or incomplete, as soon
  /// as the four bytes of the method have arrived.
  package var isHead: Bool {
    if storage.head.method == .head { return true }
    let bytes = storage.fields.bytes
    let line = bytes.span
    let end = ByteScan.tokenEnd(in: line, 0..<min(line.count, 5))
    return ByteScan.isExactly(line, 0..<end, "HEAD")
  }

  /// Whether no byte of a next request has arrived yet.
  package var isIdle: Bool { phase == .idle }

  /// Whether the client waits for `100 Continue` before it sends the body.
  package var expectsContinue: Bool {
    storage.framing.expectsContinue && storage.head.version == .http11
  }

  /// Chooses how the body is handled, after `decode` has returned `.head`.
  ///
  /// - Parameters:
  ///   - isStreamed: whether `takeBody` will be called for it, regardless of its length.
  ///   - limit: the limit of this body, if it is lower than that of the connection.
  /// - Returns: the reason for rejecting the body; nil when it is accepted.
  package mutating func beginBody(isStreamed: Bool, limit: Int = .max) -> HTTPFailure? {
    self.isStreamed = isStreamed
    bodyLimit = min(limit, limits.bodyBytes)
    guard case .sizedBody(let count) = state, !isStreamed, count > bodyLimit else {
      return nil
    }
    _ = failForBody()
    guard case .failed(let failure) = state else { return nil }
    return failure
  }

  /// The number of bytes of the current request's body that are in memory.
  package var collectedBytes: Int { body.count + storage.body.count }

  /// The body bytes that have arrived since the last call.
  package mutating func takeBody() -> [UInt8] {
    takenBytes += body.count
    let taken = body
    body = []
    return taken
  }

  /// Consumes `input` from `offset` on until an event occurs, and moves `offset` past the consumed
  /// bytes.
  package mutating func decode(_ input: Span<UInt8>, offset: inout Int) -> Event {
    if case .complete = state {
      startOver()
      if let event = decodePlainHead(input, &offset) { return event }
    } else if case .requestLine = state, storage.fields.bytes.isEmpty {
      if let event = decodePlainHead(input, &offset) { return event }
    }
    while true {
      switch state {
      case .requestLine, .fieldLines:
        guard let event = decodeHeadLine(input, &offset) else { continue }
        return event
      case .sizedBody, .chunkSize, .chunkData, .chunkEnd, .trailers:
        guard let event = decodeBody(input, &offset) else { continue }
        return event
      case .complete:
        publishBody()
        return .request
      case .failed(let failure): return .failure(failure)
      }
    }
  }

  /// The event after a plain head; nil if the head is not plain and must be read line by line.
  private mutating func decodePlainHead(_ input: Span<UInt8>, _ offset: inout Int) -> Event? {
    requireSoleReference()
    let storage = storage
    let bytes = input.extracting(offset..<input.count)
    guard let length = storage.readPlainHead(bytes, limits) else { return nil }
    offset += length
    return finishHead(storage, bytes)
  }

  /// Debug builds check here, before each change of the storage, that nobody else can see it.
  @inline(__always)
  private mutating func requireSoleReference() {
    assert(isKnownUniquelyReferenced(&request.storage), "a request changes that others hold")
  }

  /// Begins the next request. The data of the last one remains in the storage for `readPlainHead`.
  private mutating func startOver() {
    state = .requestLine
    takeBackRequest()
    lineStart = 0
    emptyLines = 0
    trailerBytes = 0
    trailerFields = 0
    extensionBytes = 0
    isStreamed = false
    takenBytes = 0
  }

  /// Reuses the arrays of the last request unless it is still referenced.
  private mutating func takeBackRequest() {
    // Unconsumed bytes of a streamed body must not become part of the next request.
    if !body.isEmpty { body.removeAll(keepingCapacity: true) }
    guard isKnownUniquelyReferenced(&request.storage) else {
      request = HTTPRequest()
      return
    }
    if !storage.body.isEmpty {
      let storage = storage
      swap(&body, &storage.body)
      body.removeAll(keepingCapacity: true)
    }
  }

  /// Adds the body to the request. References kept since `.head` stay without the body.
  private mutating func publishBody() {
    guard !body.isEmpty, !isStreamed else { return }
    if !isKnownUniquelyReferenced(&request.storage) {
      request.storage = HTTPRequest.Storage(headOf: request.storage)
    }
    requireSoleReference()
    swap(&body, &request.storage.body)
  }

  mutating func fail(_ status: HTTPStatus, _ message: String) -> Event {
    var failure = HTTPFailure(status, message)
    switch (state, status) {
    case (.requestLine, .uriTooLong), (.fieldLines, .uriTooLong),
      (.requestLine, .requestHeaderFieldsTooLarge), (.fieldLines, .requestHeaderFieldsTooLarge):
      failure.start = String(decoding: storage.fields.bytes.prefix(16), as: UTF8.self)
    default: break
    }
    state = .failed(failure)
    return .failure(failure)
  }
}

extension HTTPRequestDecoder {
  private mutating func decodeHeadLine(_ input: Span<UInt8>, _ offset: inout Int) -> Event? {
    requireSoleReference()
    let lineFeed = ByteScan.lineFeed(in: input, from: offset)
    let end = lineFeed.map { $0 + 1 } ?? input.count
    let room = headRoom
    guard storage.fields.bytes.count - lineStart + (end - offset) <= room else {
      if case .requestLine = state {
        storage.fields.append(copying: input.extracting(offset..<end))
      }
      offset = end
      return failForRoom()
    }
    storage.fields.append(copying: input.extracting(offset..<end))
    offset = end
    guard lineFeed != nil else { return .needsMore }
    let contents = lineStart..<(storage.fields.bytes.count - 1)
    guard let last = contents.last, storage.fields.bytes[last] == 0x0D else {
      return fail(.badRequest, "a line ends in a bare line feed: expected CR LF")
    }
    return decodeLine(contents.lowerBound..<last)
  }

  /// The maximum length of the current line, including its line end.
  private var headRoom: Int {
    if case .requestLine = state {
      return limits.targetBytes + RequestHead.methodBytes + " HTTP/1.1\r\n".utf8.count + 1
    }
    return limits.headerBytes - (lineStart - fieldsStart) + 2
  }

  private mutating func failForRoom() -> Event {
    if case .requestLine = state {
      let bytes = storage.fields.bytes
      let methodEnd = ByteScan.tokenEnd(in: bytes.span, 0..<bytes.count)
      guard methodEnd <= RequestHead.methodBytes else {
        return fail(RequestHead.methodTooLong.status, RequestHead.methodTooLong.message)
      }
      return fail(.uriTooLong, "the request target is longer than \(limits.targetBytes) bytes")
    }
    return fail(
      .requestHeaderFieldsTooLarge, "the field lines are longer than \(limits.headerBytes) bytes")
  }

  private mutating func decodeLine(_ range: Range<Int>) -> Event? {
    if case .requestLine = state { return decodeRequestLine(range) }
    lineStart = storage.fields.bytes.count
    guard !range.isEmpty else {
      let bytes = storage.fields.bytes
      return finishHead(storage, bytes.span)
    }
    guard storage.fields.entries.count < limits.headerFields else {
      return fail(
        .requestHeaderFieldsTooLarge, "there are more than \(limits.headerFields) field lines")
    }
    let bytes = storage.fields.bytes
    switch FieldLine.parse(bytes.span, range) {
    case .success(let entry):
      storage.fields.append(entry)
      if let failure = storage.framing.note(bytes.span, entry) {
        return fail(failure.status, failure.message)
      }
      return nil
    case .failure(let failure): return fail(failure.status, failure.message)
    }
  }

  private mutating func decodeRequestLine(_ range: Range<Int>) -> Event? {
    guard !range.isEmpty else {
      // An old client may send a line end after a body (RFC 9112, section 2.2).
      storage.fields.removeAll(keepingCapacity: true)
      emptyLines += 1
      return emptyLines <= 2 ? nil : fail(.badRequest, "too many empty lines before the request")
    }
    let bytes = storage.fields.bytes
    if let failure = storage.head.parse(bytes.span, range, limits) {
      return fail(failure.status, failure.message)
    }
    lineStart = storage.fields.bytes.count
    fieldsStart = storage.fields.bytes.count
    state = .fieldLines
    return nil
  }

  /// Checks and publishes the complete head.
  private mutating func finishHead(
    _ storage: HTTPRequest.Storage, _ bytes: Span<UInt8>
  ) -> Event {
    if let failure = storage.head.checkHost(bytes, hostFields: storage.framing.hostFields) {
      return fail(failure.status, failure.message)
    }
    let version = storage.head.version
    storage.keepsConnection = storage.framing.keepsConnection(version)
    guard storage.framing.announcesBody else {
      state = .complete
      return .request
    }
    switch storage.framing.length(version: version) {
    case .failure(let failure): return fail(failure.status, failure.message)
    case .success(.none), .success(.sized(0)): state = .complete
    case .success(.chunked): state = .chunkSize
    case .success(.sized(let count)): state = .sizedBody(remaining: count)
    }
    if case .complete = state { return .request }
    return .head
  }

  mutating func failForBody() -> Event {
    fail(.contentTooLarge, "the body is longer than \(bodyLimit) bytes")
  }
}

package struct HTTPLimits: Equatable, Sendable {
  /// The maximum length of the request target, in bytes; beyond it the response is 414.
  package var targetBytes: Int
  /// The maximum length of all field lines together, and of all trailers, in bytes; beyond it 431.
  package var headerBytes: Int
  /// The maximum number of field lines; beyond it 431.
  package var headerFields: Int
  /// The maximum length of the body without its framing, in bytes; beyond it 413.
  package var bodyBytes: Int

  package init(
    targetBytes: Int = 8192, headerBytes: Int = 16384, headerFields: Int = 100,
    bodyBytes: Int = 1_048_576
  ) {
    self.targetBytes = targetBytes
    self.headerBytes = headerBytes
    self.headerFields = headerFields
    self.bodyBytes = bodyBytes
  }
}
