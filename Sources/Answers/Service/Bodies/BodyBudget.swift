package import HTTPCore
import Synchronization
package import WebSyntax

/// The memory for bodies that are arriving or being processed, shared by all connections. Each
/// owner's share is limited, so that none locks out all others.
package final class BodyBudget: Sendable {
  package enum Owner: Hashable, Sendable {
    /// The senders of one site network; nil for an unknown one.
    case site(IPAddress?)
    case token(String)

    package static func site(of address: IPAddress?) -> Owner { .site(address?.network(.site)) }
  }

  private let capacity: Int
  private let capacityEach: Int
  private let state = Mutex((taken: 0, shares: [Owner: Int]()))

  /// - Parameters:
  ///   - capacity: the bytes for all owners together.
  ///   - capacityEach: the bytes for one owner.
  package init(bytes capacity: Int, each capacityEach: Int) {
    self.capacity = capacity
    self.capacityEach = capacityEach
  }

  /// A lease of memory, at first empty, which is returned on deallocation.
  package final class Lease: HTTPBodyLease {
    private let budget: BodyBudget
    private let owner: Owner
    private let bytes = Mutex(0)
    private let refuse: @Sendable () -> HTTPResponse

    /// The response for a body that finds no memory.
    package var refusal: HTTPResponse { refuse() }

    fileprivate init(
      _ budget: BodyBudget, _ owner: Owner, _ refuse: @escaping @Sendable () -> HTTPResponse
    ) {
      self.budget = budget
      self.owner = owner
      self.refuse = refuse
    }

    package func reach(_ count: Int) -> Bool {
      bytes.withLock { bytes in
        guard count > bytes else { return true }
        guard budget.take(count - bytes, for: owner) else { return false }
        bytes = count
        return true
      }
    }

    deinit {
      budget.giveBack(bytes.withLock { $0 }, of: owner)
    }
  }

  /// - Parameter refuse: makes the answer to a body that does not fit.
  package func lease(
    for owner: Owner, orElse refuse: @escaping @Sendable () -> HTTPResponse
  ) -> Lease {
    Lease(self, owner, refuse)
  }

  private func take(_ count: Int, for owner: Owner) -> Bool {
    state.withLock { state in
      let share = state.shares[owner, default: 0]
      guard count <= capacity - state.taken, count <= capacityEach - share else { return false }
      state.taken += count
      state.shares[owner] = share + count
      return true
    }
  }

  private func giveBack(_ count: Int, of owner: Owner) {
    guard count > 0 else { return }
    state.withLock { state in
      state.taken -= count
      let rest = state.shares[owner, default: 0] - count
      state.shares[owner] = rest > 0 ? rest : nil
    }
  }
}
