package import HTTPCore
import Synchronization
package import WebSyntax

/// The memory for bodies that are still arriving or being answered, shared by all connections. Each
/// owner has a part of it, so that none shuts all others out.
package final class BodyBudget: Sendable {
  package enum Owner: Hashable, Sendable {
    /// The senders of one network; nil for an unknown one.
    case site(IPAddress?)
    case token(String)

    /// The site of an address.
    package static func site(of address: IPAddress?) -> Owner { .site(address?.network(.site)) }
  }

  private struct State {
    var taken = 0
    var shares: [Owner: Int] = [:]
  }

  private let capacity: Int
  private let capacityEach: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - capacity: for all owners together.
  ///   - capacityEach: for one of them.
  package init(bytes capacity: Int, each capacityEach: Int) {
    self.capacity = capacity
    self.capacityEach = capacityEach
  }

  /// A part of the memory, nothing at first; given back when nobody holds it any longer.
  package final class Lease: HTTPBodyLease {
    private let budget: BodyBudget
    private let owner: Owner
    private let bytes = Mutex(0)
    private let refuse: @Sendable () -> HTTPResponse

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

  /// - Parameter refuse: makes the answer to a body for which there is not enough.
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
