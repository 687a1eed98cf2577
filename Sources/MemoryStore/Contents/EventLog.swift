import Links
import LinkStorage

/// Events to be told, in the order of their changes.
struct EventLog {
  private struct Entry {
    let event: RecordedEvent
    var owner: String?
    var leasedUntil: Timestamp?
  }

  /// Those that are recorded.
  private(set) var types: Set<WebhookEventType> = []
  private var entries: [Entry] = []
  private var last = 0
  private var sums: [EventSum.Place: EventSum] = [:]
  private var sumsSince = Timestamp(secondsSinceEpoch: 0)
  var toldEnds = ToldEnds(after: Timestamp(secondsSinceEpoch: 0))

  var count: Int { entries.count }

  /// - Returns: whether recording begins.
  mutating func record(_ types: Set<WebhookEventType>, now: Timestamp) -> Bool {
    let begins = self.types.isEmpty && !types.isEmpty
    if begins {
      toldEnds = ToldEnds(after: now)
      sumsSince = now
    }
    if types.isDisjoint(with: [.clicksSummed, .launchesSummed]) { sums = [:] }
    self.types = types
    return begins
  }

  mutating func record(_ changes: [ChangedLink]) {
    for change in changes where types.contains(WebhookEventType(change.event.kind)) {
      append(WebhookEvent(change))
    }
  }

  mutating func record(_ events: [WebhookEvent]) {
    for event in events where types.contains(event.type) { append(event) }
  }

  private mutating func append(_ event: WebhookEvent) {
    last += 1
    entries.append(Entry(event: RecordedEvent(number: last, event: event)))
  }

  // MARK: - Sums

  mutating func add(_ clicks: @autoclosure () -> [ClickCount], _ launches: [LaunchCount]) {
    guard !types.isDisjoint(with: [.clicksSummed, .launchesSummed]) else { return }
    for sum in EventSum.sums(of: clicks(), launches, for: types) {
      let count = (sums[sum.place]?.count ?? 0) + sum.count
      sums[sum.place] = EventSum(sum.kind, owner: sum.owner, name: sum.name, count: count)
    }
  }

  mutating func takeSums(_ now: Timestamp) -> [WebhookEvent] {
    guard now.secondsSinceEpoch - sumsSince.secondsSinceEpoch >= EventSums.period, !sums.isEmpty
    else { return [] }
    let taken = Array(sums.values.sorted { $0.count > $1.count }.prefix(EventSums.sumsAtATime))
    for sum in taken { sums[sum.place] = nil }
    defer { sumsSince = now }
    return EventSums.events(taken, since: sumsSince, now: now)
  }

  // MARK: - Routing

  mutating func lease(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp
  ) -> [RecordedEvent] {
    var leased: [RecordedEvent] = []
    for index in entries.indices where leased.count < limit {
      if let held = entries[index].leasedUntil, held > now { continue }
      entries[index].owner = owner
      entries[index].leasedUntil = time
      leased.append(entries[index].event)
    }
    return leased
  }

  /// - Returns: those that were still the owner's.
  mutating func settle(_ events: [RoutedEvent], owner: String) -> [RoutedEvent] {
    let owned = Set(entries.filter { $0.owner == owner }.map(\.event.number))
    let settled = events.filter { owned.contains($0.number) }
    let told = Set(settled.map(\.number))
    entries.removeAll { told.contains($0.event.number) }
    return settled
  }
}
