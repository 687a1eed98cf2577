package import Dispatch
import JSONSyntax
package import LinkStorage
package import Links
import Synchronization

/// The store and everything else that all workers and the management API share.
///
/// Changes of links are noted here, so that the workers learn of them before the answer is sent.
package final class LinkDirectory: Sendable {
  /// The roles of a store that the API and the pages ask and change.
  package typealias Managed =
    VisitedLinks & ManagedLinks & ClickCounting & ClickLimits & TokenKeeping & SessionKeeping
    & PeopleKeeping & AuditKeeping & HistoryKeeping & HealthKeeping & EventOutbox & WebhookKeeping
    & SharedValues & UnknownKeeping & AnswerKeeping

  package let links: any VisitedLinks
  /// The clicks on links, and the launches of apps.
  package let clicks: any ClickCounting
  /// The links that wait for an app to be opened.
  package let claims: any ClaimKeeping
  package let tokens: any TokenKeeping
  /// The changes by other processes, and how far their copies have come.
  package let feed: any ChangeFeed
  package let upkeep: any StoreMaintenance
  /// Everything that the API and the pages ask and change.
  package let managed: any Managed
  package let untold: UntoldEvents
  package let answers = KeptAnswers()
  /// The recent changes, from which workers learn what to look up again.
  package let changes = LinkChanges()
  package let passwords: PasswordHasher
  package let limitedClicks: LimitedClicks
  package let guards = RequestGuards()
  package let queues = WorkQueues()
  package let tokenUses = TokenUses()
  /// The memory for reports of launches, each of which a worker collects completely.
  package let launchBodies = BodyBudget(bytes: 16 << 20, each: 4 << 20)
  /// The memory for calls of the management API, whose callers are already authenticated.
  package let callBodies = BodyBudget(bytes: 24 << 20, each: 12 << 20)
  /// The memory for bodies from unauthenticated callers of the management listener, such as the
  /// sign-in form.
  package let openBodies = BodyBudget(bytes: 8 << 20, each: 2 << 20)
  /// The disk for files of links that have not arrived as a whole.
  package let keptBodies = BodyBudget(bytes: 8 << 30, each: 4 << 30)

  /// The queue on which reports of apps wait, concurrently, for the store.
  package let workQueue = DispatchQueue(label: "keiro.api", attributes: .concurrent)

  /// - Parameters:
  ///   - store: an opened store, from which each part gets the roles that it needs.
  ///   - passwords: hashes and verifies the passwords of links.
  ///   - links: where the links of visitors are read, if that is not the store itself.
  ///   - shelf: where events wait for a database that is away; nil where the store is on this machine.
  package init(
    store: any LinkStore, passwords: PasswordHasher, links: (any VisitedLinks)? = nil,
    shelf: (any SharedValues)? = nil
  ) {
    (self.links, clicks, claims, tokens) = (links ?? store, store, store, store)
    (feed, upkeep, managed) = (store, store, store)
    self.passwords = passwords
    limitedClicks = LimitedClicks(store)
    untold = UntoldEvents(store, keptIn: shelf)
  }

  /// The limits that may cause refusals, for metrics.
  package var limits: ServiceLimits { ServiceLimits(guards, queues) }

  /// Returns a slot for an import or export.
  ///
  /// - Parameter owner: the caller whose share the slot counts toward.
  package func transferSlot(of owner: TransferSlots.Owner) throws(Problem) -> TransferSlots.Slot {
    guard let slot = queues.transfers.enter(owner) else { throw Self.tooManyTransfers }
    return slot
  }

  /// Refuses a file that would have to wait for others, before it is sent.
  package func requireTransferRoom(for owner: TransferSlots.Owner) throws(Problem) {
    guard queues.transfers.hasRoom(for: owner) else { throw Self.tooManyTransfers }
  }

  private static let tooManyTransfers = Problem.busy(Sentence(ServiceRefusal.tooManyTransfers))

  /// Runs work on a part of an import or export. There is always room: the parts of each follow one
  /// another, and their slots are bounded.
  package func transfer(_ work: @escaping @Sendable () -> Void) {
    _ = queues.pieces.submit(work)
  }

  /// Discards the remembered data of a link. Called after the store has changed the link and before
  /// the change is reported to anyone.
  package func note(_ key: LinkKey) {
    changes.note(.keys([key]))
    limitedClicks.releaseAndWait(key)
  }

  /// Discards the remembered data of links that other processes have changed.
  package func note(_ changed: ChangedLinks) {
    changes.note(changed)
    limitedClicks.release(changed)
  }
}

/// Events that no change of the store brings about, and that wait while it takes none.
package final class UntoldEvents: Sendable {
  private struct State {
    var waiting: [WebhookEvent] = []
    /// What the shelf has of them.
    var kept: [WebhookEvent] = []
    var isTelling = false
  }

  private let outbox: any EventOutbox
  private let shelf: (any SharedValues)?
  private let state: Mutex<State>

  /// The number of events that wait; beyond it the oldest are given up.
  private static let capacity = 10_000
  private static let name = "untold_events"

  /// - Parameter shelf: where waiting events outlive the process, which takes what the outbox refuses; nil
  ///   for nowhere.
  init(_ outbox: any EventOutbox, keptIn shelf: (any SharedValues)?) {
    self.outbox = outbox
    self.shelf = shelf
    let kept = (try? shelf?.sharedValue(Self.name)).map([WebhookEvent].init(stored:)) ?? []
    state = Mutex(State(waiting: kept, kept: kept))
  }

  /// Tells events, behind those that the store has refused before.
  package func tell(_ events: [WebhookEvent] = []) {
    let next = state.withLock { state -> [WebhookEvent] in
      state.waiting += events
      guard !state.isTelling else { return [] }
      state.isTelling = !state.waiting.isEmpty
      return state.waiting
    }
    guard !next.isEmpty else { return }
    outbox.emit(next) { [self] result in
      let isTold = (try? result.get()) != nil
      end(isTold ? next.count : 0)
      if isTold { tell() }
    }
  }

  /// Keeps the events that still wait, before others are told: there is one end at a time. The shelf is
  /// another store than that of the outbox, whose answer may wait for it.
  private func end(_ told: Int) {
    let (waiting, kept) = state.withLock { state in
      state.waiting = state.waiting.dropFirst(told).suffix(Self.capacity)
      return (state.waiting, state.kept)
    }
    let isKept =
      waiting == kept || (try? shelf?.keepShared(Self.name, waiting.stored)) != nil
    state.withLock { state in
      if isKept { state.kept = waiting }
      state.isTelling = false
    }
  }
}

/// The recently changed links, for the workers' caches.
///
/// A worker checks for new changes on every request with one atomic load; only when there are some
/// does it take the lock and read the keys.
package final class LinkChanges: Sendable {
  private let count = Atomic<Int>(0)
  private let recent = Mutex(RecentKeys(keeping: 4096))

  init() {}

  package var position: Int { count.load(ordering: .acquiring) }

  /// Notes changed links. Called after the store has made the change and before the caller gets the
  /// answer.
  package func note(_ changed: ChangedLinks) {
    recent.withLock { recent in
      recent.add(changed)
      count.store(recent.end, ordering: .releasing)
    }
  }

  /// Returns the keys from a position on, and the position after them; nil keys stand for
  /// everything.
  package func since(_ position: Int) -> (keys: ArraySlice<LinkKey>?, position: Int) {
    recent.withLock { ($0.keys(since: position), $0.end) }
  }
}
