/// One request to a server, and what came of it.
package struct Observed: Equatable, Sendable {
  package var url: String
  /// Nil when no answer began.
  package var status: Int?
  /// Names in lower case, in their order.
  package var fields: [Field]
  /// The first bytes, unpacked.
  package var body: [UInt8]
  /// Nil when the answer came to its end.
  package var failure: Failure?
  /// From the beginning to the end.
  package var milliseconds: Int

  package struct Field: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Why an answer did not come to its end.
  package enum Failure: Equatable, Sendable {
    /// Nobody listens at the address.
    case refused
    /// This machine has no way to the address.
    case noRoute
    /// The address is not public, and private ones are not asked.
    case privateAddress
    /// What was waited for, as in `a connection`, and for how long.
    case timeout(String, seconds: Int)
    /// The body is longer than so many bytes.
    case tooLong(Int)
    /// The connection ended within the body. So many of its bytes came, and so many were named by
    /// Content-Length; nil for what cannot be known, such as the packed bytes of an unpacked body.
    case cutShort(received: Int?, promised: Int?)
    /// The body is not packed as its Content-Encoding says.
    case undecodable(coding: String)
    /// TLS came to nothing; what the library says.
    case handshake(String)
    /// The certificate is not trusted: the code of OpenSSL, 0 for a wrong name, and its words.
    case untrusted(Int, String)
    /// Anything else.
    case other(String)
  }

  package init(
    url: String, status: Int? = nil, fields: [Field] = [], body: [UInt8] = [],
    failure: Failure? = nil, milliseconds: Int = 0
  ) {
    self.url = url
    self.status = status
    self.fields = fields
    self.body = body
    self.failure = failure
    self.milliseconds = milliseconds
  }

  /// The value of the first field of that name, in lower case.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The media type without its parameters, in lower case.
  var mediaType: String? {
    self["content-type"]?.split(separator: ";").first.map {
      $0.filter { !$0.isWhitespace }.lowercased()
    }
  }

  var isRedirect: Bool { status.map { (300...399).contains($0) && $0 != 304 } ?? false }

  /// Whether a document was received whole.
  var isDocument: Bool { status == 200 && failure == nil }

  /// In a few words, for evidence.
  var outcome: String {
    if let status, failure == nil || isRedirect || status != 200 { return "\(status)" }
    let begin = status.map { "\($0), then " } ?? ""
    return begin + (failure?.message ?? "no answer")
  }
}

extension Observed.Failure {
  /// Without a capital or a full stop.
  var message: String {
    switch self {
    case .refused: "the connection was refused"
    case .noRoute: "this machine has no way to the address"
    case .privateAddress: "the address is not public"
    case .timeout(let what, let seconds): "\(what) did not come within \(seconds) s"
    case .tooLong(let limit): "the body has more than \(limit) bytes"
    case .cutShort(let received?, let promised?):
      "the body ends after \(received) of its \(promised) bytes"
    case .cutShort(_, let promised?): "the body ends before its \(promised) bytes have come"
    case .cutShort: "the body ends before its last part has come"
    case .undecodable(let coding):
      "the body cannot be unpacked as '\(coding.shown(limit: 40))', which its Content-Encoding names"
    case .handshake(let text): "no TLS connection: \(text.shown)"
    case .untrusted(_, let text): "the certificate is not trusted: \(text.shown)"
    case .other(let text): text.shown
    }
  }
}

extension String {
  /// Text of others on one line, without what a terminal would obey, and not too long.
  var shown: String { shown(limit: 200) }

  func shown(limit: Int) -> String {
    var text = ""
    for scalar in unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return unicodeScalars.count > limit ? text + "…" : text
  }
}
