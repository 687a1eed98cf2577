import Synchronization
import System

/// Brings the links of a configuration's store into memory, beside the visits.
final class LinkWarmer: Sendable {
  /// Fills the memory as long as that is wanted, which it asks between two parts.
  typealias Warming = @Sendable (_ isWanted: () -> Bool) -> Void

  /// Nil when the system gives none: then the visits bring the links.
  private let thread = try? BackgroundThread()
  private let wanted = Atomic<Int>(0)

  /// Begins, in the place of what was begun before.
  func begin(_ warming: @escaping Warming) {
    let number = wanted.add(1, ordering: .relaxed).newValue
    thread?.async { [self] in
      warming { wanted.load(ordering: .relaxed) == number }
    }
  }

  /// Ends, and waits until the store is not read any more.
  func end() {
    wanted.add(1, ordering: .relaxed)
    thread?.settle()
  }
}
