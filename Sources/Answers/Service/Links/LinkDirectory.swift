package import Dispatch
import JSONSyntax
package import Links
package import LinkStorage

/// The store as the service uses it: the parts that all workers and the management API share.
///
/// Changes of links are noted here, for the workers to hear of them before the answer is sent.
package final class LinkDirectory: Sendable {
  package let store: any LinkStore
  package let changes = LinkChanges()
  package let passwords: PasswordHasher
  package let limitedClicks: LimitedClicks
  package let guards = RequestGuards()
  package let queues = WorkQueues()
  package let tokenUses = TokenUses()
  /// For the reports of launches: a worker collects each of them whole.
  package let launchBodies = BodyBudget(bytes: 16 << 20, each: 4 << 20)
  /// For the calls of the management API, whose callers are known by then.
  package let callBodies = BodyBudget(bytes: 24 << 20, each: 12 << 20)
  /// For what the management listener takes of anybody, such as the form of the sign-in.
  package let openBodies = BodyBudget(bytes: 8 << 20, each: 2 << 20)

  /// Reports of apps wait for the store here, concurrently.
  package let workQueue = DispatchQueue(label: "keiro.api", attributes: .concurrent)

  package init(store: any LinkStore, passwords: PasswordHasher) {
    self.store = store
    self.passwords = passwords
    limitedClicks = LimitedClicks(store)
  }

  package var limits: ServiceLimits { ServiceLimits(guards, queues) }

  /// A place among the imports and exports.
  ///
  /// - Parameter owner: whose share of them it takes.
  package func transferSlot(owner: String) throws(Problem) -> TransferSlots.Slot {
    guard let slot = queues.transfers.enter(owner: owner) else {
      throw .busy(Sentence(ServiceRefusal.tooManyTransfers))
    }
    return slot
  }

  /// Drops what was remembered of a link; called when the store has changed it, and before anybody
  /// hears of that.
  package func note(_ key: LinkKey, isDeleted: Bool) {
    changes.note([key])
    if isDeleted { limitedClicks.forget(key) }
  }
}
