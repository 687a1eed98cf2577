import HTTPCore

extension FuzzTarget {
  /// Requests on a connection, in one piece and in many.
  ///
  /// The input is a byte of options, a byte for the index of the cut, and the bytes of a client.
  static let requests = FuzzTarget(name: "requests") { bytes in
    let options = bytes.first ?? 0
    let sent = Array(bytes.dropFirst(2))
    let whole = RequestTranscript([sent], options: options)
    let cut = FuzzInput.pieces(sent, lengths: bytes.dropFirst().first ?? 0)
    let pieces = RequestTranscript(cut, options: options)
    expect(whole == pieces, "\(whole) in one piece, \(pieces) in several")
  }
}

/// The result of decoding a connection.
private struct RequestTranscript: Equatable {
  /// A request as text that does not depend on how its bytes arrived.
  struct Request: Equatable {
    let line: String
    let fields: [[UInt8]]
    let body: [UInt8]
    let keepsConnection: Bool
  }

  var requests: [Request] = []
  var failure: HTTPFailure?
  var phase: HTTPRequestDecoder.Phase
  private let isStreamed: Bool
  private var takenBody: [UInt8] = []

  /// - Parameter options: the first bit streams the bodies, the second sets tight limits.
  init(_ pieces: [[UInt8]], options: UInt8) {
    isStreamed = options & 1 != 0
    phase = .idle
    let limits =
      options & 2 == 0
      ? HTTPLimits() : HTTPLimits(targetBytes: 32, headerBytes: 96, headerFields: 3, bodyBytes: 16)
    var decoder = HTTPRequestDecoder(limits: limits)
    for piece in pieces where failure == nil { feed(piece, to: &decoder) }
    phase = decoder.phase
    // The received part of a refused body depends on the pieces and does not matter.
    if failure != nil { takenBody = [] }
  }

  private mutating func feed(_ piece: [UInt8], to decoder: inout HTTPRequestDecoder) {
    var offset = 0
    while failure == nil {
      let event = decoder.decode(piece.span, offset: &offset)
      FuzzTarget.expect(offset <= piece.count, "more was consumed than there is")
      if isStreamed, decoder.phase == .body { takenBody += decoder.takeBody() }
      switch event {
      case .needsMore:
        FuzzTarget.expect(offset == piece.count, "bytes are left over")
        return
      case .head: failure = decoder.beginBody(isStreamed: isStreamed)
      case .request:
        if isStreamed { takenBody += decoder.takeBody() }
        add(decoder.request)
      case .failure(let reason): failure = reason
      }
    }
  }

  private mutating func add(_ request: HTTPRequest) {
    let fields = request.fields.entries.map { entry in
      let name = request.fields.bytes[entry.name]
      let value = request.fields.bytes[entry.value]
      FuzzTarget.expect(!name.isEmpty, "a field without a name")
      FuzzTarget.expect(value.allSatisfy { $0 >= 0x20 || $0 == 0x09 }, "a control in a value")
      return Array(name) + [UInt8(ascii: ":")] + value
    }
    let parts = [request.target, request.path, request.query, request.authority].map { range in
      range.map(request.text) ?? "none"
    }
    FuzzTarget.expect(
      parts.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }, "an odd byte in \(parts)")
    let line = "\(request.method.name) \(request.targetForm) \(request.version) \(parts)"
    requests.append(
      Request(
        line: line, fields: fields, body: takenBody + request.body,
        keepsConnection: request.keepsConnection))
    takenBody = []
  }
}
