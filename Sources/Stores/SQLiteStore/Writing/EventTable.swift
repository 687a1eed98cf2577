package import LinkStorage
package import Links
import SQLStorage

/// The outbox, inside a transaction.
package struct EventTable: EventRows {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  package func record(_ types: Set<WebhookEventType>, now: Timestamp) throws(LinkStoreError) {
    let before = try database.recordedTypes()
    guard types != before else { return }
    if before.isEmpty {
      // Links that ended before are not news.
      try database.keep(ToldEnds(after: now).text, as: "told_ends")
      try database.keep(String(now.secondsSinceEpoch), as: "sums_since")
      try database.run("UPDATE limits SET told = used_up WHERE used_up IS NOT told")
    }
    if types.isDisjoint(with: [.clicksSummed, .launchesSummed]) {
      try database.run("DELETE FROM event_sums")
    }
    try database.keep(types.text, as: "told_types")
  }

  func record(_ changes: [ChangedLink]) throws(LinkStoreError) {
    let types = try database.recordedTypes()
    guard !types.isEmpty else { return }
    for change in changes where types.contains(WebhookEventType(change.event.kind)) {
      try append(WebhookEvent(change))
    }
  }

  package func record(_ events: [WebhookEvent]) throws(LinkStoreError) {
    let types = try database.recordedTypes()
    for event in events where types.contains(event.type) { try append(event) }
  }

  private func append(_ event: WebhookEvent) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO events (type, host, happened_at, data) VALUES (?,?,?,?)",
      [
        .text(event.type.rawValue), .text(event.host), .time(event.time), .text(event.data),
      ])
  }

  // MARK: - Gathering

  func add(_ sums: [EventSum]) throws(LinkStoreError) {
    for sum in sums {
      try database.run(
        "INSERT INTO event_sums (kind, owner, name, count) VALUES (?,?,?,?) "
          + "ON CONFLICT DO UPDATE SET count = count + excluded.count",
        [.int(sum.kind.rawValue), .text(sum.owner), .text(sum.name), .int(sum.count)])
    }
  }

  package func gather(_ now: Timestamp) throws(LinkStoreError) -> Int {
    let types = try database.recordedTypes()
    guard !types.isEmpty else { return 0 }
    let events = try database.newlyEnded(now) + limits(now) + sums(now)
    try record(events)
    return events.count { types.contains($0.type) }
  }

  private func limits(_ now: Timestamp) throws(LinkStoreError) -> [WebhookEvent] {
    let found = try database.rows(
      "SELECT host, slug, used_up FROM limits WHERE used_up IS NOT told ORDER BY host, slug"
    ) { row in (LinkKey(host: row.text(0), slug: row.text(1)), row.optionalInt(2)) }
    guard !found.isEmpty else { return [] }
    try database.run("UPDATE limits SET told = used_up WHERE used_up IS NOT told")
    return found.compactMap { key, limit in limit.map { .limitReached(key, limit: $0, now: now) } }
  }

  private func sums(_ now: Timestamp) throws(LinkStoreError) -> [WebhookEvent] {
    let since = Int(try database.kept("sums_since") ?? "") ?? now.secondsSinceEpoch
    guard now.secondsSinceEpoch - since >= EventSums.period else { return [] }
    let sums = try database.rows(
      "SELECT kind, owner, name, count FROM event_sums ORDER BY count DESC, kind, owner, name "
        + "LIMIT ?", [.int(EventSums.sumsAtATime)]
    ) { row in
      EventSum.Kind(rawValue: row.int(0)).map {
        EventSum($0, owner: row.text(1), name: row.text(2), count: row.int(3))
      }
    }.compactMap(\.self)
    // Without sums nothing is written, so that an idle service leaves the disk alone.
    guard !sums.isEmpty else { return [] }
    for sum in sums {
      try database.run(
        "DELETE FROM event_sums WHERE kind = ? AND owner = ? AND name = ?",
        [.int(sum.kind.rawValue), .text(sum.owner), .text(sum.name)])
    }
    try database.keep(String(now.secondsSinceEpoch), as: "sums_since")
    return EventSums.events(sums, since: Timestamp(secondsSinceEpoch: since), now: now)
  }

  // MARK: - Routing

  package func lease(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp
  ) throws(LinkStoreError) -> [RecordedEvent] {
    let free = try database.rows(
      "SELECT number, type, host, happened_at, data FROM events "
        + "WHERE leased_until IS NULL OR leased_until <= ? OR leased_until > ? "
        + "ORDER BY number LIMIT ?",
      [.time(now), .time(time.longestLease(since: now)), .int(max(limit, 0))]
    ) { row throws(LinkStoreError) in try RecordedEvent(row: row) }
    for event in free {
      try database.run(
        "UPDATE events SET owner = ?, leased_until = ? WHERE number = ?",
        [.text(owner), .time(time), .int(event.number)])
    }
    return free
  }

  package func settle(_ events: [RoutedEvent], owner: String) throws(LinkStoreError) -> Int {
    var count = 0
    for event in events {
      let isOurs = try database.run(
        "DELETE FROM events WHERE number = ? AND owner = ?", [.int(event.number), .text(owner)])
      guard isOurs == 1 else { continue }
      count += 1
      _ = try database.deliveries.add(event.deliveries)
    }
    return count
  }
}
