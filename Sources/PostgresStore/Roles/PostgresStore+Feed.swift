package import Links
package import LinkStorage

extension PostgresStore {
  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    do throws(PostgresFailure) {
      let found = try feed.entries(since: cursor)
      var changes = FeedChanges(links: .everything, tokensChanged: true, cursor: found.cursor)
      guard let entries = found.entries else { return changes }
      let foreign = entries.filter { $0.origin != origin }
      changes.tokensChanged = foreign.contains { $0.kind == .tokens || $0.kind == nil }
      // A kind that only a newer keiro knows may mean anything.
      guard !foreign.contains(where: { $0.kind == .links || $0.kind == nil }) else {
        return changes
      }
      changes.links = .keys(foreign.compactMap { $0.kind == .link ? $0.key : nil })
      return changes
    } catch {
      throw error.reported
    }
  }

  // MARK: - Outbox

  package func recordsEvents() throws(LinkStoreError) -> Bool {
    try read { connection throws(PostgresFailure) in
      try connection.first("SELECT 1::bigint FROM keiro.meta WHERE name = 'records_events'") { _ in
        true
      } ?? false
    }
  }

  package func recordEvents(_ isOn: Bool, completion: @escaping StoreCompletion<Void>) {
    change(completion) { connection throws(PostgresFailure) in
      try connection.run(
        isOn
          ? "INSERT INTO keiro.meta (name, value) VALUES ('records_events', 'yes') "
            + "ON CONFLICT DO NOTHING"
          : "DELETE FROM keiro.meta WHERE name = 'records_events'")
    }
  }

  package func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      // Those that another teller is about to lease are passed over.
      try connection.rows(
        "WITH free AS (SELECT number FROM keiro.events WHERE leased_until IS NULL "
          + "OR leased_until <= $1 ORDER BY number LIMIT $2 FOR UPDATE SKIP LOCKED), "
          + "leased AS (UPDATE keiro.events e SET owner = $3, leased_until = $4 FROM free "
          + "WHERE e.number = free.number "
          + "RETURNING e.number, e.kind, e.host, e.slug, e.revision, e.changed_at) "
          + "SELECT * FROM leased ORDER BY number",
        [.time(now), .int(max(limit, 0)), .text(owner), .time(time)], Self.event)
    }
  }

  private static func event(_ row: PostgresRow) throws(PostgresFailure) -> RecordedEvent {
    guard let kind = LinkEvent.Kind(rawValue: row.text(1)) else {
      throw PostgresFailure(
        LinkStoreError(
          kind: .corrupt, code: 0, message: "an event has an unknown kind",
          operation: "read events.kind"))
    }
    return RecordedEvent(
      number: row.int(0),
      event: LinkEvent(
        kind, LinkKey(host: row.text(2), slug: row.text(3)), revision: row.int(4),
        time: Timestamp(secondsSinceEpoch: row.int(5))))
  }

  package func settleEvents(
    _ numbers: [Int], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try connection.run(
        "DELETE FROM keiro.events WHERE number = ANY ($1) AND owner = $2",
        [.ints(numbers), .text(owner)])
    }
  }

  package func openEvents() throws(LinkStoreError) -> Int {
    try read { connection throws(PostgresFailure) in
      try connection.first("SELECT count(*) FROM keiro.events") { $0.int(0) } ?? 0
    }
  }
}
