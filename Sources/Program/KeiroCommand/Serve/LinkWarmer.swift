import Synchronization
import System

/// Loads the links of a configuration's store into memory, while visits are served.
final class LinkWarmer: Sendable {
  /// Fills the caches while `isWanted`, checked between two batches, returns true.
  typealias Warming = @Sendable (_ isWanted: () -> Bool) -> Void

  /// The thread; nil if the system provides none, in which case visits load links.
  private let thread = try? BackgroundThread()
  private let wanted = Atomic<Int>(0)

  /// Starts warming, in place of any earlier one.
  func begin(_ warming: @escaping Warming) {
    let number = wanted.add(1, ordering: .relaxed).newValue
    thread?.async { [self] in
      warming { wanted.load(ordering: .relaxed) == number }
    }
  }

  /// Stops, and waits until the store is no longer read.
  func end() {
    wanted.add(1, ordering: .relaxed)
    thread?.settle()
  }
}
