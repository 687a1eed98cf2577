import Synchronization
import System

/// Loads the links of a configuration's store into memory, while visits are served.
final class LinkWarmer: Sendable {
  /// Fills the memory while `isWanted` returns true, which it checks between two portions.
  typealias Warming = @Sendable (_ isWanted: () -> Bool) -> Void

  /// The thread; nil when the system has none: then links are loaded by visits.
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
