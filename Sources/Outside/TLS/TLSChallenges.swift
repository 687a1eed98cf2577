import Synchronization

/// The certificates shown to authorities that validate names with TLS-ALPN-01 (RFC 8737); any thread
/// may change them.
package final class TLSChallenges: Sendable {
  package struct Answer: Equatable, Sendable {
    /// PEM.
    package var chain: [UInt8]
    /// PEM.
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

  package func answer(for name: String) -> Answer? {
    answers.withLock { $0[name] }
  }
}
