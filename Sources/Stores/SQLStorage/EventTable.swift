package import LinkStorage
import Links

/// The outbox, inside a transaction.
extension SQLConnection {
  /// Sets the types of events that are recorded from now on.
  func record(_ types: Set<WebhookEventType>, now: Timestamp) throws(Failure) {
    let before = try recordedTypes()
    guard types != before else { return }
    if before.isEmpty {
      // Links that ended before are not news.
      try keep(ToldEnds(after: now).text, as: "told_ends")
      try keep(String(now.secondsSinceEpoch), as: "sums_since")
      try send(
        "UPDATE keiro.limits SET told = used_up WHERE used_up IS DISTINCT FROM told", [])
    }
    if types.isDisjoint(with: [.clicksSummed, .launchesSummed]) {
      try send("DELETE FROM keiro.event_sums", [])
    }
    try keep(types.text, as: "told_types")
  }

  /// Adds those events to the outbox whose types are recorded, without waiting for the database.
  package func record(_ events: [WebhookEvent]) throws(Failure) {
    guard !events.isEmpty else { return }
    try send(
      "INSERT INTO keiro.events (type, host, \(Self.dialect.eventTime), data) "
        + "SELECT n.type, n.host, n.time, n.data FROM #rows "
        + "JOIN keiro.meta m ON m.name = 'told_types' "
        + "WHERE \(Self.dialect.position)(' ' || m.value || ' ', ' ' || n.type || ' ') > 0",
      over: SQLRows([
        "type": .texts(events.map(\.type.rawValue)), "host": .texts(events.map(\.host)),
        "time": .ints(events.map(\.time.secondsSinceEpoch)), "data": .texts(events.map(\.data)),
      ]), [])
  }

  /// Records many changes; the text of an event is made only if its type is recorded.
  package func record(_ changes: [ChangedLink]) throws(Failure) {
    let types = try recordedTypes()
    guard !types.isEmpty else { return }
    try record(
      changes.filter { types.contains(WebhookEventType($0.kind)) }.map(\.told))
  }

  // MARK: - Gathering

  /// Adds to the sums for webhooks.
  package func sumForWebhooks(
    _ clicks: @autoclosure () -> [ClickCount], _ launches: [LaunchCount]
  ) throws(Failure) {
    let types = try recordedTypes()
    let sums = EventSum.sums(
      of: types.contains(.clicksSummed) ? clicks() : [], launches, for: types)
    guard !sums.isEmpty else { return }
    try send(
      "INSERT INTO keiro.event_sums AS s (kind, owner, name, count) "
        + "SELECT n.kind, n.owner, n.name, n.count FROM #rows WHERE true "
        + "ON CONFLICT (kind, owner, name) DO UPDATE SET count = s.count + excluded.count",
      over: SQLRows([
        "kind": .ints(sums.map(\.key.kind.rawValue)), "owner": .texts(sums.map(\.key.owner)),
        "name": .texts(sums.map(\.key.name)), "count": .ints(sums.map(\.count)),
      ]), [])
  }

  /// Gathers events in one process at a time; the others find nothing to do.
  func gatherEvents(_ now: Timestamp) throws(Failure) -> Int {
    let types = try recordedTypes()
    guard !types.isEmpty, try lock(.gathering) else { return 0 }
    let events = try newlyEnded(now) + usedUpLimits(now) + dueSums(now)
    try record(events)
    return events.count { types.contains($0.type) }
  }

  private func usedUpLimits(_ now: Timestamp) throws(Failure) -> [WebhookEvent] {
    let reached = try rows(
      "UPDATE keiro.limits SET told = used_up WHERE used_up IS DISTINCT FROM told "
        + "RETURNING host, slug, used_up", []
    ) { row in (key: LinkKey(host: row.text(0), slug: row.text(1)), limit: row.optionalInt(2)) }
    return reached.sorted { $0.key.isBefore($1.key) }.compactMap { key, limit in
      limit.map { .limitReached(key, limit: $0, now: now) }
    }
  }

  private func dueSums(_ now: Timestamp) throws(Failure) -> [WebhookEvent] {
    let since = Int(try kept("sums_since") ?? "") ?? now.secondsSinceEpoch
    // The absolute value, since a clock that was ahead may have been corrected.
    let age = (now.secondsSinceEpoch &- since).magnitude
    guard age >= EventSums.period, try lock(.sums) else { return [] }
    let sums = try rows(
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
    try keep(String(now.secondsSinceEpoch), as: "sums_since")
    return EventSums.events(sums, since: min(Timestamp(secondsSinceEpoch: since), now), now: now)
  }

  /// Adds deliveries; those to a webhook that was deleted meanwhile are dropped.
  ///
  /// - Returns: the numbers of those that were added.
  func addDeliveries(_ deliveries: [NewDelivery]) throws(Failure) -> [Int] {
    guard !deliveries.isEmpty else { return [] }
    return try rows(
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
    guard let (seconds, id) = text.flatMap({ LinkCursor.numbers($0[...], " ") }) else { return nil }
    self.init(time: Timestamp(secondsSinceEpoch: seconds), id: id)
  }
}
