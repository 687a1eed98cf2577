import Synchronization

/// The memory for bodies that are still arriving, shared by all connections: a thousand clients that
/// each announce a large body and send it slowly get no more of it together than one of them.
package final class BodyBudget: Sendable {
  private let capacity: Int
  private let taken = Atomic<Int>(0)

  /// A part of the memory, given back when nobody holds it any longer.
  package final class Lease: Sendable {
    private let budget: BodyBudget
    private let bytes: Int

    fileprivate init(_ budget: BodyBudget, _ bytes: Int) {
      self.budget = budget
      self.bytes = bytes
    }

    deinit {
      budget.taken.subtract(bytes, ordering: .relaxed)
    }
  }

  package init(bytes capacity: Int) {
    self.capacity = capacity
  }

  /// Nil when there is not enough left.
  package func lease(_ bytes: Int) -> Lease? {
    guard taken.add(bytes, ordering: .relaxed).newValue <= capacity else {
      taken.subtract(bytes, ordering: .relaxed)
      return nil
    }
    return Lease(self, bytes)
  }
}
