import Synchronization

/// A number that any thread may write.
package final class SharedCounter: Sendable {
  private let storage = Atomic<Int>(0)

  package init() {}

  /// The sum so far.
  package var value: Int { storage.load(ordering: .relaxed) }

  /// Adds to the sum, which wraps around on overflow.
  package func add(_ amount: Int = 1) {
    storage.wrappingAdd(amount, ordering: .relaxed)
  }
}
