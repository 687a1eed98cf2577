package import LinkStorage
package import Links

extension SQLStore where Self: HealthKeeping {
  package func health(of ids: [Int]) throws(LinkStoreError) -> [Int: HealthEntry] {
    guard !ids.isEmpty else { return [:] }
    return try reading { sql throws(Failure) in
      let numbered = sql.numbered("link", ids)
      let found = try sql.rows("\(entries) \(numbered.text)", numbered.values, entry)
      return Dictionary(found) { first, _ in first }
    }
  }

  package func healthDue(
    at now: Timestamp, waiting seconds: Int, limit: Int
  ) throws(LinkStoreError) -> [HealthDue] {
    try reading { sql throws(Failure) in
      let due = try sql.links("next_at <= $1 ORDER BY next_at, link", .time(now), limit: limit)
      guard due.count < limit else { return due }
      let latest = try sql.latestTime(at: now, waiting: seconds)
      return due
        + (try sql.links(
          "next_at > $1 ORDER BY next_at, link", .time(latest), limit: limit - due.count))
    }
  }

  package func linksNeverAsked(
    afterID id: Int, limit: Int
  ) throws(LinkStoreError) -> [StoredLink] {
    try links(
      where: "id > $1 AND NOT EXISTS (SELECT 1 FROM keiro.link_health WHERE link = id) "
        + "ORDER BY id LIMIT $2", [.int(id), .int(max(limit, 1))])
  }

  package func keepHealth(
    _ notes: [HealthNote], completion: @escaping StoreCompletion<Int>
  ) {
    // Results lost in a power failure are checked again, except for those that webhooks report.
    let write: SQLWrite = notes.contains { $0.event != nil } ? .durable : .fleeting
    writing(write, completion) { sql throws(Failure) in
      var kept = 0
      // In one order everywhere, so that transactions cannot deadlock.
      for note in notes.sorted(by: { $0.id < $1.id }) where try sql.keep(note) {
        kept += 1
        if let event = note.event { try sql.record([event]) }
      }
      return kept
    }
  }

  package func healthSums() throws(LinkStoreError) -> [HealthState: Int] {
    let sums = try rows(
      "SELECT state, count(*) FROM keiro.link_health WHERE state <> 'ok' GROUP BY state", []
    ) { row in HealthState(rawValue: row.text(0)).map { ($0, row.int(1)) } }
    return Dictionary(sums.compactMap(\.self)) { first, _ in first }
  }

  package func linksOpeningApps(
    afterID id: Int, limit: Int
  ) throws(LinkStoreError) -> [HealthDue] {
    try reading { sql throws(Failure) in
      try sql.links("link > $1 AND opens = 1 ORDER BY link", .int(id), limit: limit)
    }
  }
}

private let entries =
  "SELECT link, state, status, location, looked_at, failed_since, opens, told "
  + "FROM keiro.link_health"

private func entry(_ row: some SQLRow) -> (Int, HealthEntry) {
  let health = HealthState(rawValue: row.text(1)).map { state in
    LinkHealth(
      state, status: row.optionalInt(2), location: row.optionalText(3), time: row.time(4),
      failedSince: row.optionalTime(5), opensApp: row.int(6) == 1)
  }
  return (row.int(0), HealthEntry(health: health, told: HealthState(rawValue: row.text(7))))
}

extension SQLConnection {
  fileprivate func numbered(_ column: String, _ ids: [Int]) -> SQLConditions {
    var conditions = SQLConditions(Self.dialect)
    conditions.add("\(column) \(Self.dialect.isNumbered)", [.numbers(ids)])
    return conditions
  }

  /// The entries that satisfy a condition, with their links, in order.
  fileprivate func links(
    _ condition: String, _ value: SQLValue, limit: Int
  ) throws(Failure) -> [HealthDue] {
    let found = try rows(
      "\(entries) WHERE \(condition) LIMIT $2", [value, .int(max(limit, 1))], entry)
    guard !found.isEmpty else { return [] }
    let numbered = numbered("id", found.map(\.0))
    let links = try rows("\(linkSelection) \(numbered.text)", numbered.values, Self.link)
    let byID = Dictionary(links.map { ($0.id, $0) }) { first, _ in first }
    return found.compactMap { id, entry in byID[id].map { ($0, entry) } }
  }

  /// - Returns: whether the link still has the destination that was checked.
  fileprivate func keep(_ note: HealthNote) throws(Failure) -> Bool {
    let next = ("next_at", SQLValue.time(note.next))
    return switch note.outcome {
    case .seen(let health, let told):
      try keep(Self.columns(health) + [("told", .text(told?.rawValue)), next], of: note)
    case .putOff: try keep([next], of: note)
    case .unasked: try keep(Self.columns(nil) + [next], of: note)
    }
  }

  private static func columns(_ health: LinkHealth?) -> [(name: String, value: SQLValue)] {
    [
      ("state", .text(health?.state.rawValue)), ("status", .int(health?.status)),
      ("location", .text(health?.location)), ("looked_at", .time(health?.time)),
      ("failed_since", .time(health?.failedSince)),
      ("opens", .int(health?.opensApp == true ? 1 : 0)),
    ]
  }

  private func keep(
    _ columns: [(name: String, value: SQLValue)], of note: HealthNote
  ) throws(Failure) -> Bool {
    let names = columns.map(\.name)
    let values = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let changes = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let count = try run(
      "INSERT INTO keiro.link_health (\(names.joined(separator: ", ")), link) "
        + "SELECT \(values), id FROM keiro.links "
        + "WHERE id = $\(columns.count + 1) AND url = $\(columns.count + 2) \(Self.dialect.locking) "
        + "ON CONFLICT (link) DO UPDATE SET \(changes)",
      columns.map(\.value) + [.int(note.id), .text(note.url)])
    return count == 1
  }
}
