package import LinkStorage
import Synchronization
package import Telemetry
import WebSyntax

/// Limits the imports and exports of files that are at work, each of which takes memory and time.
///
/// A caller has a share, and so have the callers of one host together, however many tokens they make.
/// Some slots are left to callers who reach every host.
package final class TransferSlots: Sendable {
  /// The caller whose share a transfer uses.
  package struct Owner: Sendable {
    package let id: String
    package let reach: HostReach

    package init(id: String, reach: HostReach) {
      self.id = id
      self.reach = reach
    }

    /// Whether both have a share in common.
    package func shares(with other: Owner) -> Bool {
      id == other.id || reach.isBounded && other.reach.isBounded && reach.overlaps(other.reach)
    }
  }

  private struct State {
    var open: [Owner] = []
    /// Transfers whose files are there and that wait for a slot, in their order.
    var waiting: [(owner: Owner, begin: @Sendable (Slot) -> Void)] = []
  }

  private let state = Mutex(State())
  private let limit: Int
  private let limitEach: Int
  /// The number of slots that callers of some hosts leave to those of every host.
  private let reserve: Int
  package let refusals = SharedCounter()

  package init(limit: Int, limitEach: Int, reserve: Int = 0) {
    self.limit = limit
    self.limitEach = limitEach
    self.reserve = reserve
  }

  /// A slot for a transfer, freed on deallocation at the latest.
  package final class Slot: Sendable {
    private let slots: TransferSlots
    private let owner: Owner
    private let isFree = Atomic(false)

    fileprivate init(_ slots: TransferSlots, _ owner: Owner) {
      self.slots = slots
      self.owner = owner
    }

    deinit { free() }

    /// Frees the slot before whoever waits for the end of the transfer hears of it, and begins another.
    package func free() {
      if !isFree.exchange(true, ordering: .relaxed) { slots.leave(owner) }
    }
  }

  package func enter(owner id: String, reach: HostReach = .everywhere) -> Slot? {
    enter(Owner(id: id, reach: reach))
  }

  package func enter(_ owner: Owner) -> Slot? {
    guard state.withLock({ take(owner, &$0) }) else {
      refusals.add()
      return nil
    }
    return Slot(self, owner)
  }

  /// Whether a transfer that begins now would get a slot; a refusal is counted.
  package func hasRoom(for owner: Owner) -> Bool {
    let hasRoom = state.withLock { mayEnter(owner, $0) }
    if !hasRoom { refusals.add() }
    return hasRoom
  }

  /// Begins a transfer as soon as there is a slot, at once or on the thread that frees one.
  package func enter(_ owner: Owner, whenFree begin: @escaping @Sendable (Slot) -> Void) {
    let isAdmitted = state.withLock { state in
      if take(owner, &state) { return true }
      state.waiting.append((owner, begin))
      return false
    }
    if isAdmitted { begin(Slot(self, owner)) }
  }

  private func take(_ owner: Owner, _ state: inout State) -> Bool {
    guard mayEnter(owner, state) else { return false }
    state.open.append(owner)
    return true
  }

  private func mayEnter(_ owner: Owner, _ state: State) -> Bool {
    let open = state.open
    guard open.count < limit, open.count(where: { $0.id == owner.id }) < limitEach else {
      return false
    }
    guard owner.reach.isBounded else { return true }
    let bounded = open.filter(\.reach.isBounded)
    return bounded.count < limit - reserve
      && bounded.count { $0.reach.overlaps(owner.reach) } < limitEach
  }

  private func leave(_ owner: Owner) {
    let next = state.withLock { state -> (owner: Owner, begin: @Sendable (Slot) -> Void)? in
      if let index = state.open.firstIndex(where: { $0.id == owner.id }) {
        state.open.remove(at: index)
      }
      guard let index = state.waiting.firstIndex(where: { mayEnter($0.owner, state) }) else {
        return nil
      }
      let next = state.waiting.remove(at: index)
      state.open.append(next.owner)
      return next
    }
    if let next { next.begin(Slot(self, next.owner)) }
  }

  package var count: Int { state.withLock { $0.open.count } }
}

extension HostReach {
  /// Whether both reach a common host; callers of every host share none with others here.
  fileprivate func overlaps(_ other: HostReach) -> Bool {
    guard let own = patterns, let others = other.patterns else { return false }
    return own.contains { other.covers($0.description) }
      || others.contains { covers($0.description) }
  }
}
