import Synchronization

/// The certificates for authorities that validate names with TLS-ALPN-01 (RFC 8737); any thread may
/// change them.
package final class TLSChallenges: Sendable {
  /// The certificate and key for one name.
  package struct Answer: Equatable, Sendable {
    /// The certificate chain as PEM.
    package var chain: [UInt8]
    /// The key as PEM.
    package var key: [UInt8]

    package init(chain: [UInt8], key: [UInt8]) {
      self.chain = chain
      self.key = key
    }
  }

  private let answers = Mutex<[String: Answer]>([:])

  package init() {}

  /// Replaces all answers; names are in lower case.
  package func replace(_ next: [String: Answer]) {
    answers.withLock { $0 = next }
  }

  /// The answer for a name in lower case; nil for none.
  package func answer(for name: String) -> Answer? {
    answers.withLock { $0[name] }
  }
}
