import Synchronization

/// A number that one worker changes and anybody reads.
///
/// With a single writer a plain load and store suffice, so counting costs no locked instruction.
package final class Counter: Sendable {
  private let storage = Atomic<Int>(0)

  package init() {}

  package var value: Int { storage.load(ordering: .relaxed) }

  /// To be called by the one writer only.
  package func add(_ amount: Int) {
    storage.store(storage.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
  }
}
