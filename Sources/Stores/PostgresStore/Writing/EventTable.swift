package import LinkStorage
package import Links
import SQLStorage

/// The outbox, inside a transaction.
package struct EventTable: EventRows {
  private let connection: PostgresConnection
  private let shared: SharedStatements

  init(_ connection: PostgresConnection) {
    self.connection = connection
    shared = SharedStatements(connection)
  }

  package func record(_ types: Set<WebhookEventType>, now: Timestamp) throws(PostgresFailure) {
    let before = try shared.recordedTypes()
    guard types != before else { return }
    if before.isEmpty {
      // Links that ended before are not news.
      try shared.keep(ToldEnds(after: now).text, as: "told_ends")
      try shared.keep(String(now.secondsSinceEpoch), as: "sums_since")
      try connection.queue(
        "UPDATE keiro.limits SET told = used_up WHERE used_up IS DISTINCT FROM told")
    }
    if types.isDisjoint(with: [.clicksSummed, .launchesSummed]) {
      try connection.queue("DELETE FROM keiro.event_sums")
    }
    try shared.keep(types.text, as: "told_types")
  }

  /// Records the events whose types are recorded, without waiting for the server.
  package func record(_ events: [WebhookEvent]) throws(PostgresFailure) {
    guard !events.isEmpty else { return }
    try connection.queue(
      "INSERT INTO keiro.events (type, host, changed_at, data) "
        + "SELECT e.type, e.host, e.changed_at, e.data "
        + "FROM unnest($1, $2, $3, $4) AS e (type, host, changed_at, data) "
        + "JOIN keiro.meta m ON m.name = 'told_types' "
        + "WHERE strpos(' ' || m.value || ' ', ' ' || e.type || ' ') > 0",
      [
        .texts(events.map(\.type.rawValue)), .optionalTexts(events.map(\.host)),
        .ints(events.map(\.time.secondsSinceEpoch)), .texts(events.map(\.data)),
      ])
  }

  /// Records many changes; the text of an event is made only if its type is recorded.
  func record(_ changes: [ChangedLink]) throws(PostgresFailure) {
    let types = try shared.recordedTypes()
    guard !types.isEmpty else { return }
    try record(
      changes.filter { types.contains(WebhookEventType($0.event.kind)) }.map {
        WebhookEvent($0)
      })
  }

  // MARK: - Gathering

  /// Adds to the sums for webhooks.
  func sum(_ clicks: ClickTally, _ launches: [LaunchCount]) throws(PostgresFailure) {
    let types = try shared.recordedTypes()
    let sums = EventSum.sums(
      of: types.contains(.clicksSummed) ? clicks.clicks : [], launches, for: types)
    guard !sums.isEmpty else { return }
    try connection.queue(
      "INSERT INTO keiro.event_sums AS s (kind, owner, name, count) "
        + "SELECT * FROM unnest($1, $2, $3, $4) "
        + "ON CONFLICT (kind, owner, name) DO UPDATE SET count = s.count + excluded.count",
      [
        .ints(sums.map(\.kind.rawValue)), .texts(sums.map(\.owner)), .texts(sums.map(\.name)),
        .ints(sums.map(\.count)),
      ])
  }

  /// Gathers events on one node at a time; the others find nothing to do.
  package func gather(_ now: Timestamp) throws(PostgresFailure) -> Int {
    let types = try shared.recordedTypes()
    guard !types.isEmpty,
      try connection.first("SELECT pg_try_advisory_xact_lock(\(Self.lock))", [], { $0.flag(0) })
        == true
    else { return 0 }
    let events = try shared.newlyEnded(now) + limits(now) + sums(now)
    try record(events)
    return events.count { types.contains($0.type) }
  }

  private func limits(_ now: Timestamp) throws(PostgresFailure) -> [WebhookEvent] {
    try connection.rows(
      "UPDATE keiro.limits SET told = used_up WHERE used_up IS DISTINCT FROM told "
        + "RETURNING host, slug, used_up"
    ) { row in
      row.optionalInt(2).map {
        WebhookEvent.limitReached(
          LinkKey(host: row.text(0), slug: row.text(1)), limit: $0, now: now)
      }
    }.compactMap(\.self)
  }

  private func sums(_ now: Timestamp) throws(PostgresFailure) -> [WebhookEvent] {
    let since = Int(try shared.kept("sums_since") ?? "") ?? now.secondsSinceEpoch
    guard now.secondsSinceEpoch - since >= EventSums.period else { return [] }
    // Counting batches wait for a moment, which avoids deadlocks with them.
    try connection.queue("LOCK TABLE keiro.event_sums IN EXCLUSIVE MODE")
    let sums = try connection.rows(
      "DELETE FROM keiro.event_sums s USING (SELECT kind, owner, name FROM keiro.event_sums "
        + "ORDER BY count DESC, kind, owner, name LIMIT $1) AS t WHERE s.kind = t.kind "
        + "AND s.owner = t.owner AND s.name = t.name RETURNING s.kind, s.owner, s.name, s.count",
      [.int(EventSums.sumsAtATime)]
    ) { row in
      EventSum.Kind(rawValue: row.int(0)).map {
        EventSum($0, owner: row.text(1), name: row.text(2), count: row.int(3))
      }
    }.compactMap(\.self)
    guard !sums.isEmpty else { return [] }
    try shared.keep(String(now.secondsSinceEpoch), as: "sums_since")
    return EventSums.events(sums, since: Timestamp(secondsSinceEpoch: since), now: now)
  }

  /// "KEIROEVT": the lock of the one process that gathers events.
  private static let lock = 0x4B45_4952_4F45_5654

  // MARK: - Routing

  package func lease(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp
  ) throws(PostgresFailure) -> [RecordedEvent] {
    // Events that another router is about to lease are skipped.
    try connection.decoded(
      "WITH free AS (SELECT number FROM keiro.events WHERE type IS NOT NULL "
        + "AND (leased_until IS NULL OR leased_until <= $1 OR leased_until > $5) "
        + "ORDER BY number LIMIT $2 FOR UPDATE SKIP LOCKED), "
        + "leased AS (UPDATE keiro.events e SET owner = $3, leased_until = $4 FROM free "
        + "WHERE e.number = free.number "
        + "RETURNING e.number, e.type, e.host, e.changed_at, e.data) "
        + "SELECT * FROM leased ORDER BY number",
      [
        .time(now), .int(max(limit, 0)), .text(owner), .time(time),
        .time(time.longestLease(since: now)),
      ]
    ) { row throws(LinkStoreError) in try RecordedEvent(row: row) }
  }

  package func settle(_ events: [RoutedEvent], owner: String) throws(PostgresFailure) -> Int {
    let settled = Set(
      try connection.rows(
        "DELETE FROM keiro.events WHERE number = ANY ($1) AND owner = $2 RETURNING number",
        [.ints(events.map(\.number)), .text(owner)]
      ) { $0.int(0) })
    let deliveries = events.filter { settled.contains($0.number) }.flatMap(\.deliveries)
    _ = try shared.deliveries.add(deliveries)
    return settled.count
  }
}
