package import LinkStorage
package import Links
package import SQLStorage
import Synchronization

extension SQLiteStore: SQLStore {
  package typealias SharedConnection = Database

  package func reading<Answer>(
    _ body: (Database) throws(LinkStoreError) -> Answer
  ) throws(LinkStoreError) -> Answer {
    try readers.read(body)
  }

  package func writing<Answer: Sendable>(
    _ kind: SQLWrite, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (Database) throws(LinkStoreError) -> Answer
  ) {
    write(isDurable: kind != .fleeting, completion, body)
  }

  package func changingLinks<Answer: Sendable>(
    upTo count: Int, by actor: AuditActor, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (Database) throws(LinkStoreError) -> (Answer, NotedChanges)
  ) {
    write(isBulk: count > 100, completion) { [self] database throws(LinkStoreError) in
      let (answer, changes) = try body(database)
      let versions = versionsKept.load(ordering: .relaxed)
      try database.enter(changes, by: actor, from: origin, keeping: versions)
      return answer
    }
  }
}

extension Database: SQLConnection {
  package typealias Row = SQLiteRow
  package typealias Failure = LinkStoreError

  package static let dialect = SQLDialect.sqlite

  package func send(_ sql: String, _ values: [SQLValue]) throws(LinkStoreError) {
    try run(sql, values)
  }

  package func run(
    _ sql: String, over rows: SQLRows, _ values: [SQLValue]
  ) throws(LinkStoreError) -> Int {
    let sql = Self.forEach(rows, sql)
    var count = 0
    for row in rows.rows { count += try run(sql, row + values) }
    return count
  }

  package func send(
    _ sql: String, over rows: SQLRows, _ values: [SQLValue]
  ) throws(LinkStoreError) {
    _ = try run(sql, over: rows, values)
  }

  package func rows<Result>(
    _ sql: String, over rows: SQLRows, _ values: [SQLValue],
    _ body: (SQLiteRow) throws(LinkStoreError) -> Result
  ) throws(LinkStoreError) -> [Result] {
    let sql = Self.forEach(rows, sql)
    var results: [Result] = []
    for row in rows.rows { results += try self.rows(sql, row + values, body) }
    return results
  }

  /// A statement that runs once for each row. SQLite counts named placeholders as they come, but not
  /// numbered ones.
  private static func forEach(_ rows: SQLRows, _ sql: String) -> String {
    let columns = rows.names.enumerated().map { "?\($0.offset + 1) AS \($0.element)" }
    let text = rows.placed("(SELECT \(columns.joined(separator: ", "))) AS n", in: sql)
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    return String(text.map { $0 == "$" ? "?" : $0 })
  }

  package static func link(_ row: SQLiteRow) throws(LinkStoreError) -> StoredLink {
    try LinkRow.stored(row)
  }

  package func pruneAudit() throws(LinkStoreError) {
    let number = lastInsertedRow
    guard number.isMultiple(of: Self.entriesBetweenPrunings) else { return }
    try run("DELETE FROM audit WHERE number <= ?", [.int(number - AuditBounds.entries)])
  }

  /// The number of entries of the audit log or the feed after which the oldest ones are deleted.
  static let entriesBetweenPrunings = 1024

  package func forgetLaunches(before time: Timestamp) throws(LinkStoreError) -> Int {
    let count = try forget("launch_ids", "seen_at", before: time)
    try run("UPDATE rollup SET launch_ids = launch_ids - ?", [.int(count)])
    return count
  }

  /// Does nothing: only one transaction at a time writes to a file.
  package func lock(_ lock: SQLLock) -> Bool { true }
}
