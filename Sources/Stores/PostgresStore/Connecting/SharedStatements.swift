package import Links
package import LinkStorage
package import SQLStorage
import WebSyntax

/// A connection in the form that shared statements use.
package struct SharedStatements: SQLConnection {
  package typealias Row = PostgresRow
  package typealias Failure = PostgresFailure

  let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  package static let dialect = SQLDialect(
    linkColumns: LinkRow.columns, linkWidth: Int32(clamping: LinkCodec.columns.count + 2),
    position: "strpos", codePoint: "ascii",
    isListed: "= ANY (string_to_array(#, ' '))",
    isNumbered: "= ANY (string_to_array(#, ',')::bigint[])", locking: "FOR SHARE",
    lockingForChange: "FOR UPDATE", eventTime: "changed_at",
    hasTag: "tags IS NOT NULL AND keiro.folded(tags) @> ARRAY[lower(# COLLATE \"C\")]",
    hadTag: "EXISTS (SELECT FROM json_array_elements_text(details::json -> 'tags') AS t (tag) "
      + "WHERE lower(tag COLLATE \"C\") = lower(# COLLATE \"C\"))",
    hasOwner: "details::json ->> 'owner' = #",
    campaign: "(details::json -> 'campaign' ->> 'utm_campaign')", hasCampaignIndex: "true",
    ranking: SQLRanking(
      rows: ranked, orderedRows: ranked, allRows: ranked, waiting: nil,
      order: "level DESC, rank DESC, tie DESC",
      behind: "level <= keiro.click_level(#::bigint::double precision) AND (rank, tie) < (#, #)",
      unindexed: ""),
    ownTime: "extract(epoch FROM now())::bigint",
    lastChange: "currval('keiro.link_changes_number_seq')", counted: "keiro.counted",
    // In the collation "C", lower() folds only ASCII letters, as the protocol requires.
    contains: {
      "position(lower(# COLLATE \"C\") IN lower(coalesce(\($0), '') COLLATE \"C\")) > 0"
    })

  private static let ranked =
    "SELECT counted.host AS ranked_host, counted.slug AS ranked_slug, scope AS tie, "
    + "total + imported AS rank, imported AS ranked_imported, level FROM keiro.totals "
    + "JOIN keiro.counted ON counted.id = totals.scope WHERE level >= 0 AND slug <> ''"

  package func run(_ sql: String, _ values: [SQLValue]) throws(PostgresFailure) -> Int {
    try connection.run(sql, values.map(PostgresValue.init))
  }

  package func send(_ sql: String, _ values: [SQLValue]) throws(PostgresFailure) {
    try connection.queue(sql, values.map(PostgresValue.init))
  }

  package func rows<Result>(
    _ sql: String, _ values: [SQLValue], _ body: (PostgresRow) throws(LinkStoreError) -> Result
  ) throws(PostgresFailure) -> [Result] {
    try connection.decoded(sql, values.map(PostgresValue.init), body)
  }

  package func run(
    _ sql: String, over rows: SQLRows, _ values: [SQLValue]
  ) throws(PostgresFailure) -> Int {
    try connection.run(Self.unnested(rows, sql), rows.arrays + values.map(PostgresValue.init))
  }

  package func send(
    _ sql: String, over rows: SQLRows, _ values: [SQLValue]
  ) throws(PostgresFailure) {
    try connection.queue(Self.unnested(rows, sql), rows.arrays + values.map(PostgresValue.init))
  }

  package func rows<Result>(
    _ sql: String, over rows: SQLRows, _ values: [SQLValue],
    _ body: (PostgresRow) throws(LinkStoreError) -> Result
  ) throws(PostgresFailure) -> [Result] {
    try connection.decoded(
      Self.unnested(rows, sql), rows.arrays + values.map(PostgresValue.init), body)
  }

  private static func unnested(_ rows: SQLRows, _ sql: String) -> String {
    let arrays = rows.names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    return rows.placed("unnest(\(arrays)) AS n (\(rows.names.joined(separator: ", ")))", in: sql)
  }

  package static func link(_ row: PostgresRow) throws(LinkStoreError) -> StoredLink {
    try LinkRow.stored(row)
  }

  /// Does nothing: changes of links delete old entries from time to time.
  package func pruneAudit() {}

  package func forgetLaunches(before time: Timestamp) throws(PostgresFailure) -> Int {
    try forget("launch_ids", "seen_at", before: time)
  }

  /// What has no row yet is locked by numbers.
  package func lock(_ lock: SQLLock) throws(PostgresFailure) -> Bool {
    switch lock {
    case .webhooks:
      try connection.queue("LOCK TABLE keiro.webhooks IN SHARE ROW EXCLUSIVE MODE")
      return true
    case .sums:
      try connection.queue("LOCK TABLE keiro.event_sums IN EXCLUSIVE MODE")
      return true
    case .launches:
      try connection.queue("SELECT pg_advisory_xact_lock(\(Self.launches))")
      return true
    case .gathering:
      return try connection.first(
        "SELECT pg_try_advisory_xact_lock(\(Self.gathering))", [], { $0.flag(0) }) == true
    case .slugs(let keys):
      try self.lock(0x4B45_0001, of: keys.map { FNV1a($0.slug.utf8).value })
      return true
    case .likeness(let value):
      try self.lock(0x4B45_0002, of: [value])
      return true
    }
  }

  /// "KEIROEVT": the lock of the one process that gathers events.
  private static let gathering = 0x4B45_4952_4F45_5654
  /// "KEIROLAU": the lock of the one process that counts launches.
  private static let launches = 0x4B45_4952_4F4C_4155
}

extension PostgresConnection {
  /// The results of `body` for the rows, where decoding a row may fail.
  func decoded<Result>(
    _ sql: String, _ values: [PostgresValue],
    _ body: (PostgresRow) throws(LinkStoreError) -> Result
  ) throws(PostgresFailure) -> [Result] {
    try rows(sql, values) { row throws(PostgresFailure) in
      do throws(LinkStoreError) {
        return try body(row)
      } catch {
        throw PostgresFailure(error)
      }
    }
  }
}

extension SQLRows {
  fileprivate var arrays: [PostgresValue] {
    columns.map { column in
      switch column {
      case .ints(let values): .ints(values)
      case .texts(let values): .texts(values)
      }
    }
  }
}

extension PostgresValue {
  init(_ value: SQLValue) {
    switch value {
    case .int(let number): self = .int(number)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .bytes(bytes)
    }
  }
}

extension PostgresStore: SQLStore {
  package typealias SharedConnection = SharedStatements

  package func reading<Answer>(
    _ body: (SharedStatements) throws(PostgresFailure) -> Answer
  ) throws(LinkStoreError) -> Answer {
    try read { connection throws(PostgresFailure) in try body(SharedStatements(connection)) }
  }

  /// The server makes every write durable.
  package func writing<Answer: Sendable>(
    _ kind: SQLWrite, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (SharedStatements) throws(PostgresFailure) -> Answer
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try body(SharedStatements(connection))
    }
  }
}

extension SharedStatements: CountingConnection {
  package static let counting = CountingDialect(
    total: "coalesce((SELECT total FROM keiro.totals WHERE scope = counted.id), 0)",
    hours: KindNumbers.hourClicks, hoursOfAll: KindNumbers.hourClicks, days: "keiro.click_days",
    // Hours leave their table as they are added to their days.
    rollUp: "CAST(NULL AS bigint), 0, kept_hour", sumsGroupsAtOnce: true,
    listed: "SELECT json_array_elements_text(#::json)",
    // By their position, without those that another transaction has locked.
    isAmong: { _, rows in "ctid = ANY (ARRAY(SELECT ctid \(rows) FOR UPDATE SKIP LOCKED))" },
    names: { table, path in
      "(\(table).details::json #> '{\(path.joined(separator: ","))}')::text"
    })

  package func snapshot<Answer>(
    _ body: () throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer {
    try connection.transaction(isSnapshot: true, body)
  }

  /// Does nothing: clicks are in the tables as soon as they are counted.
  package func forEachWaiting(
    _ links: WaitingLinks, isLabelled: Bool,
    _ body: (LinkKey, LinkClicks) throws(PostgresFailure) -> Void
  ) {}
}
