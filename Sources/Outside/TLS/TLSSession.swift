import CTLS

/// The TLS of one connection, whose descriptor stays its owner's. One thread uses it at a time.
package final class TLSSession {
  private let session: OpaquePointer
  private let choice: Choice

  package enum Step {
    case done
    case wantsReading, wantsWriting
    case failed(TLSFailure)
  }

  package enum Reading {
    /// Nothing more has arrived.
    case nothingYet
    /// The buffer is full; there may be more that the socket does not tell of.
    case full
    /// The client sends nothing more.
    case end
    case broken
  }

  init?(_ choice: Choice, _ entry: OpaquePointer, _ descriptor: Int32) {
    let owner = Unmanaged.passUnretained(choice).toOpaque()
    guard let session = keiro_tls_session_new(entry, descriptor, owner) else { return nil }
    self.session = session
    self.choice = choice
  }

  deinit {
    keiro_tls_session_free(session)
  }

  /// Goes on with the handshake.
  package func handshake() -> Step {
    switch Int(keiro_tls_handshake(session)) {
    case KEIRO_TLS_DONE: .done
    case KEIRO_TLS_WANTS_READING: .wantsReading
    case KEIRO_TLS_WANTS_WRITING: .wantsWriting
    default: .failed(TLSFailure(Int(keiro_tls_session_failure(session))))
    }
  }

  /// Reads everything that has arrived, as far as there is room for it.
  package func read(into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, then: Reading) {
    guard let start = buffer.baseAddress else { return (0, .full) }
    var count = 0
    let state = keiro_tls_read(session, start, buffer.count, &count)
    let then: Reading =
      switch Int(state) {
      case KEIRO_TLS_WANTS_READING, KEIRO_TLS_WANTS_WRITING: .nothingYet
      case KEIRO_TLS_FULL: .full
      case KEIRO_TLS_ENDED: .end
      default: .broken
      }
    return (count, then)
  }

  /// The number of bytes taken; nil when the connection is broken. Bytes that were not taken must
  /// come first in the next call.
  package func write(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var count = 0
    return keiro_tls_write(session, bytes.baseAddress, bytes.count, &count) ? count : nil
  }

  /// Whether bytes have arrived that the socket does not tell of any more.
  package var hasPending: Bool { keiro_tls_has_pending(session) }

  /// Tells the client that nothing more follows, as far as the connection takes it.
  package func end() {
    keiro_tls_end(session)
  }

  /// Whether the certificate that was shown is valid for the host of a request, or hosts do not matter.
  package func covers(host: String) -> Bool { choice.covers(host: host) }

  /// Whether the client is an authority that validates a name, and sends no request.
  package var isChallenge: Bool { keiro_tls_session_is_challenge(session) }

  package var isResumed: Bool { keiro_tls_session_is_resumed(session) }
  package var isVersion13: Bool { keiro_tls_session_version(session) == 0x0304 }
}

/// Why a handshake has failed.
package enum TLSFailure: Int, CaseIterable, Sendable {
  /// The client has gone.
  case closed
  /// The client knows no version, cipher or protocol that is spoken here.
  case nothingShared
  /// The client has rejected the certificate, or sent another alert.
  case alert
  /// The client's certificate is missing, or not of the authorities.
  case clientCertificate
  /// There is no certificate for the name.
  case name
  /// What the client sends is not TLS.
  case other
  /// The client has not finished in time.
  case timeout

  init(_ number: Int) {
    self =
      switch number {
      case KEIRO_TLS_FAILURE_CLOSED: .closed
      case KEIRO_TLS_FAILURE_NOTHING_SHARED: .nothingShared
      case KEIRO_TLS_FAILURE_ALERT: .alert
      case KEIRO_TLS_FAILURE_CLIENT_CERTIFICATE: .clientCertificate
      case KEIRO_TLS_FAILURE_NAME: .name
      default: .other
      }
  }

  /// The label in metrics.
  package var name: String {
    switch self {
    case .closed: "closed"
    case .nothingShared: "nothing_shared"
    case .alert: "alert"
    case .clientCertificate: "client_certificate"
    case .name: "unknown_name"
    case .other: "malformed"
    case .timeout: "timeout"
    }
  }
}
