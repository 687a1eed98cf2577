import Dispatch
package import LinkStorage
import Links
package import Outgoing
package import SiteModel
import Synchronization

/// Checks the destinations of a store's links round after round, in one of the processes that share the
/// store.
///
/// All state belongs to one queue, which waits only for the store.
package final class HealthRounds: @unchecked Sendable {
  // Unchecked, because the queue is its executor: mutable state is accessed only there, which the methods
  // on it check.

  private struct Adopted {
    let pace: LookPace
    let snapshot: ServiceSnapshot
    let loop: OutgoingLoop
  }

  private let store: any HealthKeeping & SharedValues
  private let owner: String
  private let context: OutgoingContext
  private let timeout: Int
  /// Returns whether a host name exists, nil when that is unknown. May block.
  private let knows: @Sendable (String) -> Bool?
  private let queue = DispatchQueue(label: "keiro.health", qos: .utility)
  /// Look-ups of names wait for the system's resolver.
  private let names = DispatchQueue(label: "keiro.health.names", qos: .utility)
  private let measured = Mutex([HealthState: Int]?.none)
  /// The adopted configuration; nil while nothing is checked.
  private var adopted: Adopted?
  private var rules = OutgoingRules()
  private var round = LookRound(LookPace())
  private var timer: (any DispatchSourceTimer)?
  private var isOver = false
  private var isSettling = false
  /// The identifier of the last link found to be unchecked so far.
  private var newest = 0
  /// The identifier of the last link whose app was reviewed since a reload; nil when all were.
  private var reviewed: Int?
  private var next = Times()
  private var lastLook = 0
  /// Notes to store for links whose destinations are not checked.
  private var unasked: [HealthNote] = []

  /// When tasks are due, in seconds since 1970.
  private struct Times {
    var lease = 0
    var fresh = 0
    var beginning = 0
    var due = 0
    var measures = 0
  }

  private static let leaseSeconds = 60
  /// Seconds between two looks into the store that found nothing.
  private static let idle = 5
  /// Seconds between two searches through all links, since identifiers may become visible out of order.
  private static let allAgain = 3600
  /// Seconds without checks when the store cannot keep their results.
  private static let pause = 300
  private static let bodyLimit = 1024
  /// The seconds by which a clock may be set back without anything being done again.
  private static let adjustment = 60

  /// - Parameter timeout: the time limit of one request, in seconds.
  package init(
    _ store: any HealthKeeping & SharedValues, owner: String, _ context: OutgoingContext,
    timeout: Int = 15,
    knows: @escaping @Sendable (String) -> Bool? = { NameLookup.knows($0) }
  ) {
    self.store = store
    self.owner = owner
    self.context = context
    self.timeout = timeout
    self.knows = knows
  }

  /// The number of links in each state except `ok`, at most a minute old; nil while nothing is checked.
  package var sums: [HealthState: Int]? { measured.withLock(\.self) }

  /// Adopts another configuration.
  ///
  /// - Parameters:
  ///   - pace: the pace of checks; nil to check nothing.
  ///   - rules: the rules for outgoing requests.
  ///   - snapshot: the sites.
  package func adopt(_ pace: LookPace?, _ rules: OutgoingRules, _ snapshot: ServiceSnapshot) {
    queue.async { [self] in
      guard let pace, !isOver else {
        adopted = nil
        measured.withLock { $0 = nil }
        return
      }
      // Requests under way keep their loop alive.
      let known = rules == self.rules ? adopted?.loop : nil
      self.rules = rules
      guard let loop = known ?? (try? OutgoingLoop(rules, label: "keiro.health.asking")) else {
        context.log("health: \(OutgoingError.unavailable.message)")
        adopted = nil
        return
      }
      adopted = Adopted(pace: pace, snapshot: snapshot, loop: loop)
      round.pace = pace
      reviewed = 0
      next.measures = 0
    }
  }

  /// Starts the checks that the configuration asks for, once.
  package func start() {
    queue.async { [self] in
      guard timer == nil, !isOver else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now(), repeating: .seconds(1))
      timer.setEventHandler { [weak self] in self?.look() }
      timer.activate()
      self.timer = timer
    }
  }

  /// Cancels what is under way, to be checked another time.
  package func stop() {
    let loop = queue.sync { () -> OutgoingLoop? in
      timer?.cancel()
      isOver = true
      giveBack()
      defer { adopted = nil }
      return adopted?.loop
    }
    loop?.close()
  }

  /// Does now what happens once a second.
  package func pass() { queue.sync { look() } }

  // MARK: - On the queue

  private func look() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let adopted, !isOver else { return }
    let now = now
    noticeSetBack(adopted, now.secondsSinceEpoch)
    do throws(LinkStoreError) {
      try measure(now)
      guard try isMine(now) else {
        round = LookRound(adopted.pace)
        return
      }
      try review(adopted, now)
    } catch {
      // The store reports its own trouble. What is due stays due: another process may be the one that asks.
      return
    }
    settle(adopted)
    advance(adopted, now)
  }

  /// Begins anew when the clock was set back: nothing waits for a time that it should not have shown.
  private func noticeSetBack(_ adopted: Adopted, _ seconds: Int) {
    defer { lastLook = seconds }
    guard seconds < lastLook - Self.adjustment else { return }
    next = Times()
    round = LookRound(adopted.pace)
  }

  private func advance(_ adopted: Adopted, _ now: Timestamp) {
    // What is due stays due where the store does not answer.
    try? fill(now)
    ask(adopted)
  }

  private var now: Timestamp { Timestamp(secondsSinceEpoch: Int(context.clock())) }

  private func measure(_ now: Timestamp) throws(LinkStoreError) {
    guard now.secondsSinceEpoch >= next.measures else { return }
    let sums = try store.healthSums()
    measured.withLock { $0 = sums }
    next.measures = now.secondsSinceEpoch + 60
  }

  /// Whether this process checks for all that share the store.
  private func isMine(_ now: Timestamp) throws(LinkStoreError) -> Bool {
    guard now.secondsSinceEpoch >= next.lease else { return true }
    guard try store.lease("health", owner: owner, seconds: Self.leaseSeconds) else { return false }
    next.lease = now.secondsSinceEpoch + Self.leaseSeconds / 3
    return true
  }

  /// Gives the lease back, so that the next process need not wait for its end. Not waited for: a store
  /// that does not answer must not delay the end of this one.
  private func giveBack() {
    guard next.lease > 0 else { return }
    queue.async { [store, owner] in try? store.endLease("health", owner: owner) }
  }

  /// Schedules early checks of destinations that no longer open an app, or do so again.
  private func review(_ adopted: Adopted, _ now: Timestamp) throws(LinkStoreError) {
    guard let last = reviewed, !isSettling else { return }
    let part = try store.linksOpeningApps(afterID: last, limit: 500)
    reviewed = part.last?.link.id
    let notes = part.compactMap { one -> HealthNote? in
      let opens = adopted.snapshot.opensApp(at: one.link.link.url)
      guard opens == (one.entry.health?.state == .moved) else { return nil }
      return HealthNote(id: one.link.id, url: one.link.link.url, .putOff, next: now)
    }
    if !notes.isEmpty { next.due = 0 }
    keep(notes)
  }

  private func fill(_ now: Timestamp) throws(LinkStoreError) {
    let seconds = now.secondsSinceEpoch
    // Links whose results are being stored still look due.
    guard !isSettling, round.room > round.count else { return }
    if seconds >= next.beginning {
      newest = 0
      next.beginning = seconds + Self.allAgain
    }
    if seconds >= next.fresh {
      let room = round.room
      let links = try store.linksNeverAsked(afterID: newest, limit: room)
      if links.count < room { next.fresh = seconds + Self.idle }
      for link in links { take(link, HealthEntry(), now) }
      newest = links.last?.id ?? newest
    }
    if seconds >= next.due, round.room > 0 {
      let limit = round.room + round.count
      let due = try store.healthDue(
        at: now, waiting: round.pace.longestWait, limit: limit)
      if due.count < limit { next.due = seconds + Self.idle }
      for one in due { take(one.link, one.entry, now) }
    }
  }

  private func take(_ stored: StoredLink, _ entry: HealthEntry, _ now: Timestamp) {
    let link = stored.link
    guard round.room > 0 || round.has(stored.id) else { return }
    let isOver = link.expires.map { $0 <= now } ?? false
    guard !link.archived, !isOver, !LinkDestination.needsVisit(link.url, slug: link.slug) else {
      let later = now.secondsSinceEpoch + round.pace.every
      unasked.append(
        HealthNote(
          id: stored.id, url: link.url, .unasked, next: Timestamp(secondsSinceEpoch: later)))
      return
    }
    round.add(stored, entry, at: now)
  }

  private func ask(_ adopted: Adopted) {
    for ask in round.begin(at: now) {
      var request = OutgoingRequest(ask.question.method, ask.question.url)
      request.fields = [("User-Agent", context.agent), ("Accept", "*/*")]
      request.timeout = timeout
      request.bodyLimit = Self.bodyLimit
      adopted.loop.send(request) { [weak self] result in
        guard let self else { return }
        queue.async { self.take(result, of: ask.id) }
      }
    }
  }

  private func take(_ result: Result<OutgoingAnswer, OutgoingError>, of id: Int) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let adopted, !isOver else { return }
    let answer = DestinationWalk.Answer(result)
    let wait = (try? result.get())?.secondsToWait(at: now.secondsSinceEpoch)
    if let name = round.take(answer, wait: wait, of: id, at: now) {
      names.async { [knows, weak self] in
        let isKnown = knows(name)
        guard let self else { return }
        queue.async { self.take(nameIsKnown: isKnown, of: id) }
      }
    }
    ask(adopted)
  }

  private func take(nameIsKnown isKnown: Bool?, of id: Int) {
    dispatchPrecondition(condition: .onQueue(queue))
    round.take(nameIsKnown: isKnown, of: id)
  }

  /// Stores finished checks, those of a second together.
  private func settle(_ adopted: Adopted) {
    guard !isSettling else { return }
    let now = now
    let notes = round.takeEnded().map { one in
      switch one.outcome {
      case .seen(let look):
        HealthNote(
          one.link, one.entry, look, opensApp: adopted.snapshot.opensApp(at: one.link.link.url),
          every: adopted.pace.every, at: now)
      case .putOff(let until):
        HealthNote(id: one.link.id, url: one.link.link.url, .putOff, next: until)
      }
    }
    defer { unasked = [] }
    keep(notes + unasked)
  }

  private func keep(_ notes: [HealthNote]) {
    guard !notes.isEmpty else { return }
    isSettling = true
    store.keepHealth(notes) { [weak self] result in
      guard let self else { return }
      queue.async { self.kept(result) }
    }
  }

  private func kept(_ result: Result<Int, LinkStoreError>) {
    isSettling = false
    guard case .failure = result else {
      if let adopted, !isOver { advance(adopted, now) }
      return
    }
    // Repeating the same requests over and over would burden others for nothing.
    let later = now.secondsSinceEpoch + Self.pause
    (next.fresh, next.due) = (later, later)
    round = LookRound(round.pace)
  }
}

extension DestinationWalk.Answer {
  /// Reduces an outcome to what matters for the health of a link.
  package init(_ result: Result<OutgoingAnswer, OutgoingError>) {
    switch result {
    case .success(let answer):
      self = .answered(status: answer.status, location: answer["location"])
    case .failure(let error):
      self = error.isNameless ? .nameless : error.isClosed ? .closed : .silence
    }
  }
}
