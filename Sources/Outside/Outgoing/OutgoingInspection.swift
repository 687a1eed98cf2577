import CCurl

/// A request that is sent to learn about the server rather than for its answer.
package struct OutgoingInspection: Sendable {
  package var request: OutgoingRequest
  /// The address to connect to instead of the name's; nil to resolve the name.
  package var endpoint: Endpoint?
  /// The path of a Unix socket to connect to, where no rule about addresses applies; nil for none.
  package var unixSocket: String?
  /// Whether any certificate is accepted, to examine a server with an invalid one.
  package var acceptsAnyCertificate = false
  /// Whether nothing newer than TLS 1.1 is offered.
  package var speaksOldTLSOnly = false
  /// Whether to request a compressed body, which is decompressed up to the limit.
  package var unpacks = false
  package var wantsCertificates = false
  /// The time limit for establishing the connection, in seconds.
  package var connectTimeout = 10

  package init(_ request: OutgoingRequest) {
    self.request = request
  }
}

package struct OutgoingObservation: Sendable {
  /// The status; nil when no answer began.
  package var status: Int?
  /// The fields in order, with names in lower case.
  package var fields: [(name: String, value: String)] = []
  /// The beginning of the body, up to the limit.
  package var body: [UInt8] = []
  /// The failure; nil when the answer was received to its end.
  package var failure: OutgoingFailure?
  /// The certificates of the server as PEM, its own first; empty unless requested.
  package var certificates: [String] = []
  package var isConnected = false
  /// The duration until the end of the answer.
  package var milliseconds = 0
}

/// Why an answer was not received to its end.
package struct OutgoingFailure: Equatable, Sendable {
  package enum Phase: String, Sendable {
    case connect
    case tls
    case wait
    case receive
  }

  package let error: OutgoingError
  package let phase: Phase
  /// libcurl's message.
  package let detail: String
  /// The result of OpenSSL's verification; 0 (`X509_V_OK`) for success.
  package var verification = 0
  /// The `errno` of the connection; 0 for none.
  package var systemError: Int32 = 0
}

extension OutgoingFailure.Phase {
  init(_ facts: keiro_curl_facts, isSecure: Bool) {
    if facts.answered > 0, facts.status > 0 {
      self = .receive
    } else if facts.secured > 0 || !isSecure && facts.connected > 0 {
      self = .wait
    } else {
      self = facts.connected > 0 ? .tls : .connect
    }
  }
}
