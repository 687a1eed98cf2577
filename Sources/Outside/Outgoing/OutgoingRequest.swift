import CCurl

/// What is asked of another server.
package struct OutgoingRequest: Sendable {
  /// As in `GET`.
  package var method: String
  package var url: String
  package var fields: [(name: String, value: String)] = []
  /// Nil for none.
  package var body: [UInt8]?
  /// Seconds until the last byte.
  package var timeout = 20
  /// More than so many bytes of the answer's body are not read.
  package var bodyLimit = 1 << 20

  package init(_ method: String, _ url: String) {
    self.method = method
    self.url = url
  }
}

/// What it has answered.
package struct OutgoingAnswer: Sendable {
  package let status: Int
  /// Names in lower case, in their order.
  package let fields: [(name: String, value: String)]
  package let body: [UInt8]

  package init(status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// The value of the first field of that name, in lower case.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// Why there is no answer.
package enum OutgoingError: Error, Equatable, Sendable {
  /// The library that speaks with other servers is not there.
  case unavailable
  /// Not an http or https URL, or one with user information.
  case notAddress(String)
  /// The rules forbid the scheme.
  case plainHTTP
  /// All addresses of the host are closed; one of them.
  case closedAddress(String)
  /// The body is longer than its limit.
  case tooLong
  case timeout
  /// The server has certainly not looked at the request: it can be sent again without fear of
  /// doing something twice.
  case unprocessed
  /// What libcurl says of anything else, with its code.
  case failed(code: Int, message: String)

  /// Whether the name of the host has no address.
  package var isNameless: Bool { hasCode(CURLE_COULDNT_RESOLVE_HOST) }

  /// Whether the server has closed the connection, or refused it after it stood, without an answer.
  package var isClosed: Bool {
    self == .unprocessed || hasCode(CURLE_GOT_NOTHING) || hasCode(CURLE_RECV_ERROR)
      || hasCode(CURLE_SEND_ERROR)
  }

  private func hasCode(_ code: CURLcode) -> Bool {
    guard case .failed(let own, _) = self else { return false }
    return own == Int(code.rawValue)
  }

  /// One sentence without capital and full stop.
  package var message: String {
    switch self {
    case .unavailable:
      "libcurl is not installed: expected the package libcurl4"
    case .notAddress(let text): "'\(text.prefix(200))' is not an address of the web"
    case .plainHTTP: "the address begins with http: expected https"
    case .closedAddress(let address):
      "the address \(address) is not public: expected one of 'outgoing.allowNetworks'"
    case .tooLong: "the answer is too long"
    case .timeout: "there was no answer in time"
    case .unprocessed: "the server closed the connection before it looked at the request"
    case .failed(_, let message): message
    }
  }
}
