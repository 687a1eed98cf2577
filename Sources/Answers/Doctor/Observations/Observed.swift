import WebSyntax

/// A request to a server and its result.
package struct Observed: Equatable, Sendable {
  package var url: String
  /// The status; nil when no answer began.
  package var status: Int?
  /// The header fields in order, with names in lower case.
  package var fields: [Field]
  /// The beginning of the body, decompressed.
  package var body: [UInt8]
  /// The failure; nil when the answer was complete.
  package var failure: Failure?
  package var milliseconds: Int

  package struct Field: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The reason why an answer was incomplete.
  package enum Failure: Equatable, Sendable {
    case refused
    case noRoute
    /// The address is not public, and private addresses are not requested.
    case privateAddress
    /// The stage that timed out, as in `a connection`, and the limit.
    case timeout(String, seconds: Int)
    case tooLong(Int)
    /// The connection ended within the body, with the number of bytes received and the number
    /// promised by Content-Length; nil for unknown numbers, such as the compressed size of a
    /// decompressed body.
    case cutShort(received: Int?, promised: Int?)
    /// The body is not encoded as its Content-Encoding declares.
    case undecodable(coding: String)
    /// TLS failed with this message of the library.
    case handshake(String)
    /// The certificate is not trusted, with OpenSSL's code, 0 for a wrong name, and its message.
    case untrusted(Int, String)
    /// The server ended the connection by force.
    case reset
    /// The header has more than is read.
    case headerTooLarge
    /// Anything else, as a fact.
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

  /// The value of the first field with the given lower-case name.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The media type without its parameters, in lower case.
  var mediaType: String? {
    self["content-type"]?.split(separator: ";").first.map {
      $0.filter { !$0.isWhitespace }.lowercased()
    }
  }

  var isRedirect: Bool { status.map { (300...399).contains($0) && $0 != 304 } ?? false }

  /// Whether a document was received completely.
  var isDocument: Bool { status == 200 && failure == nil }

  /// The advice about an answer that does not come from Keiro, or not whole; nil for that of the
  /// check.
  var help: String? {
    switch failure {
    case .reset:
      "see what ends the connection: a firewall, a limit of the web server, or a worker that crashed; the log "
        + "of the web server has the time"
    case .headerTooLarge:
      "send fewer and shorter header fields with the answer: clients read only so much of them"
    case .cutShort where self["content-length"] == nil:
      "let the answer end with its last chunk: see what ends the connection early, such as a worker "
        + "that crashed or a limit of time in a proxy"
    case .cutShort:
      "let Content-Length match the body as it is sent: see what changes or truncates it on the way, "
        + "such as a cache with a full disk, or a proxy that decompresses"
    case .undecodable(let coding):
      "remove the field Content-Encoding: \(coding.shown(limit: 40)) from the answer, or "
        + "compress the body accordingly: only the software that compresses it should set the field"
    default: (status ?? 0) >= 500 ? Examination.gatewayHelp : nil
    }
  }

  /// The advice about an answer that the web server may give itself, from a file.
  var fileHelp: String? {
    switch failure {
    case .cutShort where self["content-length"] == nil:
      "let the answer end with its last chunk: serve the file itself, and see what ends the "
        + "connection early, such as a worker that crashed or a limit of time in a proxy"
    case .cutShort:
      "let Content-Length match the body as it is sent: serve the file itself, and see "
        + "what changes or truncates it on the way, such as a cache with a full disk, or a proxy that "
        + "decompresses"
    default: help
    }
  }

  /// A short description of the result, for evidence.
  var outcome: String {
    if let status, failure == nil || isRedirect || status != 200 { return "\(status)" }
    let begin = status.map { "\($0), then " } ?? ""
    return begin + (failure?.message ?? "no answer")
  }
}

extension Observed.Failure {
  /// The message without an initial capital or a full stop.
  var message: String {
    switch self {
    case .refused: "the connection was refused"
    case .noRoute: "this machine has no route to the address"
    case .privateAddress: "the address is not public"
    case .timeout(let what, let seconds): "\(what) did not arrive within \(seconds) s"
    case .tooLong(let limit): "the body has more than \(limit) bytes"
    case .cutShort(let received?, let promised?):
      "the body ends after \(received) of its \(promised) bytes"
    case .cutShort(_, let promised?): "the body ends before its \(promised) bytes have arrived"
    case .cutShort: "the body ends before its last part has arrived"
    case .undecodable(let coding):
      "the body cannot be decompressed as '\(coding.shown(limit: 40))', which its Content-Encoding declares"
    case .handshake(let text): "no TLS connection: \(text.shown)"
    case .untrusted(_, let text): "the certificate is not trusted: \(text.shown)"
    case .reset: "the server reset the connection"
    case .headerTooLarge: "the header of the answer is too large: more than 256 fields or 300 KB"
    case .other(let text): text.shown
    }
  }
}

extension String {
  /// Untrusted text on one line, without control characters that a terminal would interpret, and
  /// with a limited length.
  var shown: String { shown(limit: 200) }

  func shown(limit: Int) -> String {
    let text = String(String.UnicodeScalarView(unicodeScalars.prefix(limit))).onOneLine
    return unicodeScalars.count > limit ? text + "…" : text
  }
}
