import CCurl
import HTTPCore

package struct OutgoingRequest: Sendable {
  package var method: String
  package var url: String
  /// The fields in the order in which they are sent.
  package var fields: [(name: String, value: String)] = []
  package var body: [UInt8]?
  /// The time limit until the last byte, in seconds.
  package var timeout = 20
  /// The maximum number of bytes read of the answer's body.
  package var bodyLimit = 1 << 20

  package init(_ method: String, _ url: String) {
    self.method = method
    self.url = url
  }
}

package struct OutgoingAnswer: Sendable {
  package let status: Int
  /// The fields in order, with names in lower case.
  package let fields: [(name: String, value: String)]
  package let body: [UInt8]

  package init(status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// The value of the first field with a name in lower case; nil for none.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The seconds that the server asks to wait, as a number or as a date; nil for none.
  ///
  /// - Parameter now: the current time in seconds since 1970.
  package func secondsToWait(at now: Int) -> Int? {
    HTTPDate.secondsToWait(self["retry-after"], now: now)
  }
}

package enum OutgoingError: Error, Equatable, Sendable {
  case unavailable
  /// The URL is not an http or https URL, or it contains user information.
  case notAddress(String)
  case plainHTTP
  /// The rules forbid all addresses of the host; holds one of them.
  case closedAddress(String)
  case tooLong
  case timeout
  /// The server has certainly not processed the request, so it can be repeated without side effects.
  case unprocessed
  /// Any other error, with libcurl's code and message.
  case failed(code: Int, message: String)

  /// Whether the host name has no address.
  package var isNameless: Bool { hasCode(CURLE_COULDNT_RESOLVE_HOST) }

  /// Whether no connection to the server came about.
  package var isUnreachable: Bool { hasCode(CURLE_COULDNT_CONNECT) }

  /// Whether the server did not prove its name.
  package var isUntrusted: Bool { hasCode(CURLE_PEER_FAILED_VERIFICATION) }

  /// Whether the server closed or refused the established connection without an answer.
  package var isClosed: Bool {
    self == .unprocessed || hasCode(CURLE_GOT_NOTHING) || hasCode(CURLE_RECV_ERROR)
      || hasCode(CURLE_SEND_ERROR)
  }

  /// Whether what answers speaks another protocol, such as plain HTTP in the place of TLS.
  package var isOfProtocol: Bool {
    [
      CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_SSL_CONNECT_ERROR,
      CURLE_GOT_NOTHING,
    ]
    .contains(where: hasCode)
  }

  private func hasCode(_ code: CURLcode) -> Bool {
    guard case .failed(let own, _) = self else { return false }
    return own == Int(code.rawValue)
  }

  /// A sentence without capital letter and full stop.
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
    case .unprocessed: "the server closed the connection before it processed the request"
    // libcurl's own sentence knows no way on.
    case .failed where isUntrusted:
      "the server's certificate is not valid for its host, or its authority is unknown: expected a "
        + "valid one, or its authority in 'outgoing.authorities'"
    case .failed(_, let message): message
    }
  }
}
