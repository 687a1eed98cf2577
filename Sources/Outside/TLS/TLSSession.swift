import CTLS

/// TLS on one connection, whose descriptor remains the owner's. Used by one thread at a time.
package final class TLSSession {
  private let session: OpaquePointer
  private let choice: Choice

  package enum Step {
    case done
    /// The handshake continues once the socket can be read or written.
    case wantsReading, wantsWriting
    case failed(TLSFailure)
  }

  /// Why reading has stopped.
  package enum Reading {
    /// Nothing more has arrived.
    case nothingYet
    /// The buffer is full; there may be more that the socket no longer reports.
    case full
    /// The client will send nothing more.
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

  package func handshake() -> Step {
    switch Int(keiro_tls_handshake(session)) {
    case KEIRO_TLS_DONE: .done
    case KEIRO_TLS_WANTS_READING: .wantsReading
    case KEIRO_TLS_WANTS_WRITING: .wantsWriting
    default: .failed(TLSFailure(Int(keiro_tls_session_failure(session))))
    }
  }

  /// Reads everything that has arrived and fits into the buffer.
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

  /// Writes bytes and returns the number taken; nil when the connection is broken. The remaining bytes
  /// must come first in the next call.
  ///
  /// - Parameter isLast: whether `end` and the end of the connection follow at once and take the last
  ///   bytes along.
  package func write(_ bytes: UnsafeRawBufferPointer, isLast: Bool = false) -> Int? {
    var count = 0
    return keiro_tls_write(session, bytes.baseAddress, bytes.count, isLast, &count) ? count : nil
  }

  /// Whether bytes have arrived that the socket no longer reports.
  package var hasPending: Bool { keiro_tls_has_pending(session) }

  /// Announces the end of the connection, if the client still takes that; the caller ends the
  /// connection at once, or its sending side.
  package func end() {
    keiro_tls_end(session)
  }

  /// Whether the chosen certificate is valid for the host of a request, or hosts do not matter.
  package func covers(host: String) -> Bool { choice.covers(host: host) }

  /// Whether the client is an authority that validates a name and sends no request.
  package var isChallenge: Bool { keiro_tls_session_is_challenge(session) }

  package var isResumed: Bool { keiro_tls_session_is_resumed(session) }
  package var isVersion13: Bool { keiro_tls_session_version(session) == 0x0304 }
}

package enum TLSFailure: Int, CaseIterable, Sendable {
  case closed
  /// The client shares no version, cipher or protocol with the server.
  case nothingShared
  /// The client rejected the certificate, or sent another alert.
  case alert
  /// The client's certificate is missing, or not issued by the authorities.
  case clientCertificate
  /// There is no certificate for the name.
  case name
  /// The client's bytes are not TLS.
  case other
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
