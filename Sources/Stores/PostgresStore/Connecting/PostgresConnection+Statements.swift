import CPostgres
package import Links
package import LinkStorage
package import SQLStorage
import System
import WebSyntax

/// A connection as shared statements use it.
extension PostgresConnection: SQLConnection {
  package typealias Row = PostgresRow
  package typealias Failure = PostgresFailure

  package static let dialect = SQLDialect.postgres(hours: KindNumbers.hourClicks)

  package func rows<Result>(
    _ sql: String, _ values: [SQLValue] = [],
    _ body: (PostgresRow) throws(LinkStoreError) -> Result
  ) throws(PostgresFailure) -> [Result] {
    try send(sql, values)
    return try answer { result throws(PostgresFailure) in
      var rows: [Result] = []
      let count = functions.ntuples(result)
      rows.reserveCapacity(Int(count))
      do throws(LinkStoreError) {
        for row in 0..<count {
          rows.append(try body(PostgresRow(library: library, result: result, row: row)))
        }
      } catch {
        throw PostgresFailure(error)
      }
      return rows
    } ?? []
  }

  package static func statement(
    _ sql: String, over rows: SQLRows
  ) -> (text: String, values: [[SQLValue]]) {
    let arrays = rows.names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let source = "unnest(\(arrays)) AS n (\(rows.names.joined(separator: ", ")))"
    return (rows.placed(source, in: sql), [rows.columns])
  }

  package func snapshot<Answer>(
    _ body: () throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer {
    try transaction(isSnapshot: true, body)
  }

  /// Does nothing: clicks are in the tables as soon as they are counted.
  package func forEachWaiting(
    _ links: WaitingLinks, isLabelled: Bool,
    _ body: (LinkKey, LinkClicks) throws(PostgresFailure) -> Void
  ) {}

  package static func link(_ row: PostgresRow) throws(LinkStoreError) -> StoredLink {
    try LinkRow.stored(row)
  }

  package func forgetLaunches(before time: Timestamp) throws(PostgresFailure) -> Int {
    try forget("launch_ids", "seen_at", before: time)
  }

  /// What has no row yet is locked by numbers.
  package func lock(_ lock: SQLLock) throws(PostgresFailure) -> Bool {
    switch lock {
    case .webhooks:
      try send("LOCK TABLE keiro.webhooks IN SHARE ROW EXCLUSIVE MODE")
      return true
    case .sums:
      try send("LOCK TABLE keiro.event_sums IN EXCLUSIVE MODE")
      return true
    case .launches:
      try send("SELECT pg_advisory_xact_lock(\(Self.launches))")
      return true
    case .gathering: return try lockIfFree(Self.gathering)
    case .slugs(let keys):
      try self.lock(0x4B45_0001, of: keys.map { FNV1a($0.slug.utf8).value })
      return true
    case .likeness(let value):
      try self.lock(0x4B45_0002, of: [value])
      return true
    }
  }

  /// Takes the lock with a number until the end of the transaction.
  ///
  /// - Returns: false when another process has it.
  func lockIfFree(_ number: Int) throws(PostgresFailure) -> Bool {
    try first("SELECT pg_try_advisory_xact_lock(\(number))", [], { $0.flag(0) }) == true
  }

  /// "KEIROEVT": the lock of the one process that gathers events.
  private static let gathering = 0x4B45_4952_4F45_5654
  /// "KEIROLAU": the lock of the one process that counts launches.
  private static let launches = 0x4B45_4952_4F4C_4155
}

extension PostgresStore: SQLStore {
  package typealias SharedConnection = PostgresConnection

  package func reading<Answer>(
    _ body: (PostgresConnection) throws(PostgresFailure) -> Answer
  ) throws(LinkStoreError) -> Answer {
    LoopMark.assertIsElsewhere()
    return try reporting { () throws(PostgresFailure) in try pool.use(body) }
  }

  /// The server makes every write durable.
  package func writing<Answer: Sendable>(
    _ kind: SQLWrite, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (PostgresConnection) throws(PostgresFailure) -> Answer
  ) {
    let isChange = kind != .durable && kind != .fleeting
    let noted = noting(isChange ? [.unreachable, .full, .readOnly] : [.unreachable], completion)
    changes.submit(noted) { [self] connection throws(PostgresFailure) in
      try connection.transaction { () throws(PostgresFailure) in
        let answer = try body(connection)
        if case .links(let count) = kind { try prune(connection, after: count) }
        return answer
      }
    }
  }
}

extension PostgresConnection {
  package func sharedValues(_ names: [String]) throws(PostgresFailure) -> [String: [UInt8]] {
    let found = try rows(
      "SELECT name, value FROM keiro.shared_values WHERE name = ANY ($1)", [.texts(names)]
    ) { ($0.text(0), $0.blob(1)) }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  package func keepShared(_ name: String, _ value: [UInt8]) throws(PostgresFailure) {
    try send(
      "INSERT INTO keiro.shared_values (name, value) VALUES ($1, $2) "
        + "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [.text(name), .blob(value)])
  }

  package func lease(
    _ name: String, owner: String, seconds: Int
  ) throws(PostgresFailure) -> Bool {
    try run(
      "INSERT INTO keiro.leases AS l (name, owner, ends_at) "
        + "VALUES ($1, $2, now() + $3 * interval '1 second') ON CONFLICT (name) DO UPDATE "
        + "SET owner = excluded.owner, ends_at = excluded.ends_at "
        + "WHERE l.owner = excluded.owner OR l.ends_at NOT BETWEEN now() "
        + "AND now() + \(Self.longestLease) * interval '1 second'",
      [.text(name), .text(owner), .int(seconds)]) == 1
  }

  package func renewLease(
    _ name: String, owner: String, seconds: Int
  ) throws(PostgresFailure) -> Bool {
    try run(
      "UPDATE keiro.leases SET ends_at = now() + $1 * interval '1 second' "
        + "WHERE name = $2 AND owner = $3",
      [.int(seconds), .text(name), .text(owner)]) == 1
  }

  package func endLease(_ name: String, owner: String) throws(PostgresFailure) {
    try send(
      "DELETE FROM keiro.leases WHERE name = $1 AND owner = $2", [.text(name), .text(owner)])
  }
}
