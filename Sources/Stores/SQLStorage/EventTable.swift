package import LinkStorage
import Links

/// The outbox, inside a transaction.
package struct EventTable<Connection: SQLConnection> {
  private let sql: Connection

  fileprivate init(_ sql: Connection) {
    self.sql = sql
  }

  /// Sets the types of events that are recorded from now on.
  func record(_ types: Set<WebhookEventType>, now: Timestamp) throws(Connection.Failure) {
    let before = try sql.recordedTypes()
    guard types != before else { return }
    if before.isEmpty {
      // Links that ended before are not news.
      try sql.keep(ToldEnds(after: now).text, as: "told_ends")
      try sql.keep(String(now.secondsSinceEpoch), as: "sums_since")
      try sql.send(
        "UPDATE keiro.limits SET told = used_up WHERE used_up IS DISTINCT FROM told", [])
    }
    if types.isDisjoint(with: [.clicksSummed, .launchesSummed]) {
      try sql.send("DELETE FROM keiro.event_sums", [])
    }
    try sql.keep(types.text, as: "told_types")
  }

  /// Adds those events to the outbox whose types are recorded, without waiting for the database.
  package func record(_ events: [WebhookEvent]) throws(Connection.Failure) {
    guard !events.isEmpty else { return }
    try sql.send(
      "INSERT INTO keiro.events (type, host, \(Connection.dialect.eventTime), data) "
        + "SELECT n.type, n.host, n.time, n.data FROM #rows "
        + "JOIN keiro.meta m ON m.name = 'told_types' "
        + "WHERE \(Connection.dialect.position)(' ' || m.value || ' ', ' ' || n.type || ' ') > 0",
      over: SQLRows([
        "type": .texts(events.map(\.type.rawValue)), "host": .texts(events.map(\.host)),
        "time": .ints(events.map(\.time.secondsSinceEpoch)), "data": .texts(events.map(\.data)),
      ]), [])
  }

  /// Records many changes; the text of an event is made only if its type is recorded.
  package func record(_ changes: [ChangedLink]) throws(Connection.Failure) {
    let types = try sql.recordedTypes()
    guard !types.isEmpty else { return }
    try record(
      changes.filter { types.contains(WebhookEventType($0.event.kind)) }.map { WebhookEvent($0) })
  }

  // MARK: - Gathering

  /// Adds to the sums for webhooks.
  package func sum(
    _ clicks: @autoclosure () -> [ClickCount], _ launches: [LaunchCount]
  ) throws(Connection.Failure) {
    let types = try sql.recordedTypes()
    let sums = EventSum.sums(
      of: types.contains(.clicksSummed) ? clicks() : [], launches, for: types)
    guard !sums.isEmpty else { return }
    try sql.send(
      "INSERT INTO keiro.event_sums AS s (kind, owner, name, count) "
        + "SELECT n.kind, n.owner, n.name, n.count FROM #rows WHERE true "
        + "ON CONFLICT (kind, owner, name) DO UPDATE SET count = s.count + excluded.count",
      over: SQLRows([
        "kind": .ints(sums.map(\.key.kind.rawValue)), "owner": .texts(sums.map(\.key.owner)),
        "name": .texts(sums.map(\.key.name)), "count": .ints(sums.map(\.count)),
      ]), [])
  }

  /// Gathers events in one process at a time; the others find nothing to do.
  func gather(_ now: Timestamp) throws(Connection.Failure) -> Int {
    let types = try sql.recordedTypes()
    guard !types.isEmpty, try sql.lock(.gathering) else { return 0 }
    let events = try sql.newlyEnded(now) + limits(now) + sums(now)
    try record(events)
    return events.count { types.contains($0.type) }
  }

  private func limits(_ now: Timestamp) throws(Connection.Failure) -> [WebhookEvent] {
    let reached = try sql.rows(
      "UPDATE keiro.limits SET told = used_up WHERE used_up IS DISTINCT FROM told "
        + "RETURNING host, slug, used_up", []
    ) { row in (key: LinkKey(host: row.text(0), slug: row.text(1)), limit: row.optionalInt(2)) }
    return reached.sorted { $0.key.isBefore($1.key) }.compactMap { key, limit in
      limit.map { .limitReached(key, limit: $0, now: now) }
    }
  }

  private func sums(_ now: Timestamp) throws(Connection.Failure) -> [WebhookEvent] {
    let since = Int(try sql.kept("sums_since") ?? "") ?? now.secondsSinceEpoch
    guard now.secondsSinceEpoch - since >= EventSums.period, try sql.lock(.sums) else { return [] }
    let sums = try sql.rows(
      "DELETE FROM keiro.event_sums WHERE (kind, owner, name) IN (SELECT kind, owner, name "
        + "FROM keiro.event_sums ORDER BY count DESC, kind, owner, name LIMIT $1) "
        + "RETURNING kind, owner, name, count", [.int(EventSums.sumsAtATime)]
    ) { row in
      EventSum.Kind(rawValue: row.int(0)).map {
        EventSum(
          key: .init(kind: $0, owner: row.text(1), name: row.text(2)), count: row.int(3))
      }
    }.compactMap(\.self)
    // Without sums nothing is written, so that an idle service leaves the disk alone.
    guard !sums.isEmpty else { return [] }
    try sql.keep(String(now.secondsSinceEpoch), as: "sums_since")
    return EventSums.events(sums, since: Timestamp(secondsSinceEpoch: since), now: now)
  }

  // MARK: - Routing

  func lease(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp
  ) throws(Connection.Failure) -> [RecordedEvent] {
    // Events that another router is about to lease are skipped.
    try sql.rows(
      "WITH free AS (SELECT number FROM keiro.events WHERE type IS NOT NULL "
        + "AND (leased_until IS NULL OR leased_until <= $1 OR leased_until > $2) "
        + "ORDER BY number LIMIT $3 \(Connection.dialect.skippingLocked)) "
        + "UPDATE keiro.events SET owner = $4, leased_until = $5 "
        + "WHERE number IN (SELECT number FROM free) "
        + "RETURNING number, type, host, \(Connection.dialect.eventTime), data",
      [
        .time(now), .time(time.longestLease(since: now)), .int(max(limit, 0)), .text(owner),
        .time(time),
      ]
    ) { row throws(LinkStoreError) in try RecordedEvent(row: row) }.sorted { $0.number < $1.number }
  }

  func settle(_ events: [RoutedEvent], owner: String) throws(Connection.Failure) -> Int {
    let settled = Set(
      try sql.rows(
        "DELETE FROM keiro.events WHERE owner = $1 AND number "
          + Connection.dialect.isNumbered("$2") + " RETURNING number",
        [.text(owner), .text(events.map { String($0.number) }.joined(separator: ","))]
      ) { $0.int(0) })
    let deliveries = events.filter { settled.contains($0.number) }.flatMap(\.deliveries)
    _ = try sql.deliveries.add(deliveries)
    return settled.count
  }
}

/// The deliveries to webhooks, inside a transaction.
struct DeliveryTable<Connection: SQLConnection> {
  private let sql: Connection

  fileprivate init(_ sql: Connection) {
    self.sql = sql
  }

  /// Adds deliveries; those to a webhook that was deleted meanwhile are dropped.
  ///
  /// - Returns: the numbers of those that were added.
  func add(_ deliveries: [NewDelivery]) throws(Connection.Failure) -> [Int] {
    guard !deliveries.isEmpty else { return [] }
    return try sql.rows(
      "INSERT INTO keiro.deliveries (webhook, message, type, body, happened_at, state, next_at, "
        + "tries, attempts) SELECT n.webhook, n.message, n.type, n.body, n.time, 0, n.time, 0, '[]' "
        + "FROM #rows JOIN keiro.webhooks w ON w.id = n.webhook RETURNING number",
      over: SQLRows([
        "webhook": .texts(deliveries.map(\.webhook)), "message": .texts(deliveries.map(\.message)),
        "type": .texts(deliveries.map(\.type.rawValue)), "body": .texts(deliveries.map(\.body)),
        "time": .ints(deliveries.map(\.time.secondsSinceEpoch)),
      ]), []
    ) { $0.int(0) }
  }

  func lease(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp
  ) throws(Connection.Failure) -> [Delivery] {
    var leased: [Delivery] = []
    for room in rooms {
      leased += try sql.rows(
        "WITH due AS (SELECT number FROM keiro.deliveries WHERE webhook = $1 AND state = 0 "
          + "AND next_at <= $2 AND (leased_until IS NULL OR leased_until <= $3 "
          + "OR leased_until > $4) ORDER BY next_at, number LIMIT $5 "
          + "\(Connection.dialect.skippingLocked)) "
          + "UPDATE keiro.deliveries SET owner = $6, leased_until = $7 "
          + "WHERE number IN (SELECT number FROM due) "
          + "RETURNING \(deliveryColumns.joined(separator: ", "))",
        [
          .text(room.webhook), .time(now), .time(now), .time(time.longestLease(since: now)),
          .int(max(room.count, 0)), .text(owner), .time(time),
        ]
      ) { row throws(LinkStoreError) in try Delivery(row: row) }
      .sorted { ($0.nextAt, $0.number) < ($1.nextAt, $1.number) }
    }
    return leased
  }

  func settle(_ deliveries: [Delivery], owner: String) throws(Connection.Failure) -> Int {
    guard !deliveries.isEmpty else { return 0 }
    let deliveries = deliveries.sorted { $0.number < $1.number }
    return try sql.run(
      "UPDATE keiro.deliveries AS d SET state = n.state, next_at = n.next_at, tries = n.tries, "
        + "attempts = n.attempts, owner = NULL, leased_until = NULL FROM #rows "
        + "WHERE d.number = n.number AND d.owner = $6",
      over: SQLRows([
        "number": .ints(deliveries.map(\.number)),
        "state": .ints(deliveries.map(\.state.rawValue)),
        "next_at": .ints(deliveries.map(\.nextAt.secondsSinceEpoch)),
        "tries": .ints(deliveries.map(\.tries)),
        "attempts": .texts(deliveries.map { DeliveryCodec.encode($0.attempts) }),
      ]), [.text(owner)])
  }
}

extension SQLConnection {
  package var events: EventTable<Self> { EventTable(self) }

  var deliveries: DeliveryTable<Self> { DeliveryTable(self) }
}

/// The position up to which the ends of links were reported.
struct ToldEnds {
  /// The `expires` of the last reported link.
  let time: Timestamp
  /// The identifier of the last reported link with that time.
  let id: Int

  /// The maximum number of ends reported in one transaction.
  static let atATime = 500

  /// The stored form.
  var text: String { "\(time.secondsSinceEpoch) \(id)" }
}

extension ToldEnds {
  /// A position after which come the links that end later than `now`.
  init(after now: Timestamp) {
    self.init(time: now, id: .max)
  }

  /// - Parameter text: the stored form; nil when there is none.
  init?(text: String?) {
    let parts = (text ?? "").split(separator: " ")
    guard parts.count == 2, let seconds = Int(parts[0]), let id = Int(parts[1]) else { return nil }
    self.init(time: Timestamp(secondsSinceEpoch: seconds), id: id)
  }
}
