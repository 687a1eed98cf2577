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

  package static let dialect = SQLDialect(
    linkColumns: LinkRow.columns, linkWidth: LinkRow.width, position: "instr",
    codePoint: "unicode",
    isListed: #"IN (SELECT value FROM json_each('["' || replace(#, ' ', '","') || '"]'))"#,
    isNumbered: "IN (SELECT value FROM json_each('[' || # || ']'))",
    // Only one transaction at a time writes to a file.
    locking: "", lockingForChange: "", eventTime: "happened_at",
    hasTag: "id IN (SELECT link FROM link_tags WHERE tag = # COLLATE NOCASE)",
    hadTag: "EXISTS (SELECT 1 FROM json_each(details, '$.tags') WHERE value = # COLLATE NOCASE)",
    // A damaged row has no owner, and does not prevent lists from being read.
    hasOwner: "CASE WHEN json_valid(details) THEN details ->> '$.owner' END = #",
    campaign: campaign,
    hasCampaignIndex: "EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'links_by_campaign')",
    ranking: SQLRanking(
      rows: ranked("counted_links"),
      orderedRows: ranked("counted_links INDEXED BY counted_links_by_rank"),
      allRows: ranked("counted_links", "slug <> ''"),
      waiting: "LEFT JOIN (SELECT CAST(key AS INTEGER) AS late, value AS waiting "
        + "FROM json_each(#)) AS unmerged ON late = tie",
      order: "rank DESC, tie DESC", behind: "rank <= # AND (rank, tie) < (#, #)",
      // Without statistics SQLite takes every index for selective, and would sort all links of a host.
      unindexed: "NOT INDEXED"),
    ownTime: "NULL",
    // Only one transaction at a time writes to a file.
    lastChange: "(SELECT max(number) FROM link_changes)", counted: "keiro.counted_links",
    // LIKE folds ASCII letters only, as the contract wants it, and takes half the time of lower().
    contains: { "\($0) LIKE \(pattern) ESCAPE '!'" })

  /// The pattern of texts that contain `#`.
  private static let pattern =
    "'%' || replace(replace(replace(#, '!', '!!'), '%', '!%'), '_', '!_') || '%'"

  private static func ranked(
    _ table: String, _ condition: String = "rank > 0 AND slug <> ''"
  ) -> String {
    "SELECT host AS ranked_host, slug AS ranked_slug, id AS tie, rank, imported AS ranked_imported "
      + "FROM \(table) WHERE \(condition)"
  }

  /// What `LinkIndexes` orders the links of each campaign by.
  static let campaign =
    "CASE WHEN json_valid(details) THEN details ->> '$.campaign.utm_campaign' END"

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
