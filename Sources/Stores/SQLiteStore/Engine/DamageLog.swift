import LinkStorage
import Synchronization

/// The damages found in a file, each listed once however often it is encountered.
final class DamageLog: Sendable {
  private let found = Mutex<Set<String>>([])

  /// The maximum number of distinct damages; a file with more has lost enough.
  private static let capacity = 10_000

  /// Notes an error if it indicates damage.
  func note(_ error: LinkStoreError) {
    guard error.kind == .corrupt else { return }
    found.withLock { found in
      if found.count < Self.capacity { found.insert("\(error)") }
    }
  }

  /// The number of damages found since the file was opened.
  var count: Int { found.withLock(\.count) }

  /// The descriptions of all damages, sorted.
  var all: [String] { found.withLock { $0.sorted() } }
}
