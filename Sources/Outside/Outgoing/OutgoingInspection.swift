import CCurl
package import WebSyntax

/// A request that is made to learn about the server rather than for its answer.
package struct OutgoingInspection: Sendable {
  package var request: OutgoingRequest
  /// Where the connection goes in the place of where the name leads; nil follows the name.
  package var place: (address: IPAddress, port: Int)?
  /// Whether the server may be anybody, for looking at one whose certificate is bad.
  package var acceptsAnyCertificate = false
  /// Whether nothing newer than TLS 1.1 is spoken.
  package var speaksOldTLSOnly = false
  /// Whether a compressed body is asked for, and unpacked up to the limit.
  package var unpacks = false
  package var wantsCertificates = false
  /// Seconds until the connection stands.
  package var connectTimeout = 10

  package init(_ request: OutgoingRequest) {
    self.request = request
  }
}

/// What became of an inspection.
package struct OutgoingObservation: Sendable {
  /// Nil when no answer began.
  package var status: Int?
  /// Names in lower case, in their order.
  package var fields: [(name: String, value: String)] = []
  /// The first bytes, no more than the limit.
  package var body: [UInt8] = []
  /// Nil when the answer came to its end.
  package var failure: OutgoingFailure?
  /// The certificates of the server as PEM, its own first; empty unless they were wanted.
  package var certificates: [String] = []
  package var times = OutgoingTimes()

  package init() {}
}

/// Microseconds from the beginning of a request; 0 for what did not come to pass.
package struct OutgoingTimes: Equatable, Sendable {
  /// Until the connection stood.
  package var connected = 0
  /// Until TLS stood on it.
  package var secured = 0
  /// Until the first byte of the answer.
  package var answered = 0
  package var ended = 0

  package init() {}

  init(_ facts: keiro_curl_facts) {
    connected = Int(facts.connected)
    secured = Int(facts.secured)
    answered = Int(facts.answered)
    ended = Int(facts.ended)
  }
}

/// Why an answer did not come to its end.
package struct OutgoingFailure: Equatable, Sendable {
  /// What was going on.
  package enum Phase: String, Sendable {
    case connect
    case tls
    /// Waiting for the answer.
    case wait
    /// Receiving the answer.
    case receive
  }

  package let error: OutgoingError
  package let phase: Phase
  /// What the library says in its own words.
  package let detail: String
  /// The result of OpenSSL's verification, `X509_V_OK` being 0.
  package var verification = 0
  /// `errno`, 0 for none.
  package var systemError: Int32 = 0

  package init(
    error: OutgoingError, phase: Phase, detail: String, verification: Int = 0,
    systemError: Int32 = 0
  ) {
    self.error = error
    self.phase = phase
    self.detail = detail
    self.verification = verification
    self.systemError = systemError
  }
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
