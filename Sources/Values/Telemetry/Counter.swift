import Synchronization

/// A number written by one worker and read by any thread.
///
/// With a single writer, a plain load and store suffice, without a locked instruction.
package final class Counter: Sendable {
  private let storage = Atomic<Int>(0)

  package init() {}

  /// The sum so far, which any thread may read.
  package var value: Int { storage.load(ordering: .relaxed) }

  /// Adds an amount. Must only be called by the single writer.
  package func add(_ amount: Int) {
    storage.store(storage.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
  }
}
