package import HTTPCore
package import LinkStorage
package import Links
import Synchronization

/// The last uses of tokens, to the minute. They are collected here and written by `StoreWatch` from
/// time to time rather than on every call.
package final class TokenUses: Sendable {
  /// The minutes since 1970 of all, and those to be written.
  private let uses = Mutex((minutes: [String: Int](), changed: Set<String>()))

  /// The maximum number of remembered tokens, more than any installation has; beyond it all are
  /// forgotten.
  private static let limit = 100_000

  package func note(_ token: APIToken, at now: HTTPInstant) {
    let minute = Int(now.secondsSinceEpoch / 60)
    uses.withLock { uses in
      guard uses.minutes[token.id] ?? .min < minute else { return }
      if uses.minutes.count >= Self.limit { uses.minutes = [:] }
      uses.minutes[token.id] = minute
      uses.changed.insert(token.id)
    }
  }

  /// The last use of a token in this process; nil when there was none.
  package func last(of id: String) -> Timestamp? {
    uses.withLock { $0.minutes[id] }.map { Timestamp(secondsSinceEpoch: $0 * 60) }
  }

  package func take() -> [String: Timestamp] {
    uses.withLock { uses in
      let changed = uses.minutes.filter { uses.changed.contains($0.key) }
      uses.changed = []
      return changed.mapValues { Timestamp(secondsSinceEpoch: $0 * 60) }
    }
  }
}
