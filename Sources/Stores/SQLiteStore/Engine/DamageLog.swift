import LinkStorage
import Synchronization

/// What was found in a file that is not as it was written: each damage once, however often it is met.
final class DamageLog: Sendable {
  private let found = Mutex<Set<String>>([])

  /// So many are told apart; a file with more of them has lost enough.
  private static let capacity = 10_000

  /// Notes an error when it is one of damage.
  func note(_ error: LinkStoreError) {
    guard error.kind == .corrupt else { return }
    found.withLock { found in
      if found.count < Self.capacity { found.insert("\(error)") }
    }
  }

  /// How many were found since the file was opened.
  var count: Int { found.withLock(\.count) }

  /// Each in words, in a fixed order.
  var all: [String] { found.withLock { $0.sorted() } }
}
