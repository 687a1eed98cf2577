package import LinkStorage
package import Links

/// A connection of an engine, as shared statements use it.
///
/// These statements are written once for both databases: tables are named `keiro.people`, and the
/// placeholders `$1`, `$2`, … appear in ascending order, because SQLite numbers them as they come.
package protocol SQLConnection: SendableMetatype {
  associatedtype Row: SQLRow
  /// The error of a failed operation of the database.
  associatedtype Failure: Error

  /// The differences in the engine's SQL. Borrowed, since every statement reads a few of its many texts.
  @_borrowed static var dialect: SQLDialect { get }

  /// Runs a statement and waits for its result.
  ///
  /// - Returns: the number of rows inserted, changed or deleted.
  func run(_ sql: String, _ values: [SQLValue]) throws(Failure) -> Int

  /// Runs a statement of which only an error matters. Over a network it is sent with the next
  /// statement, which then throws that error.
  func send(_ sql: String, _ values: [SQLValue]) throws(Failure)

  /// Runs a query.
  func rows<Result>(
    _ sql: String, _ values: [SQLValue], _ body: (Row) throws(LinkStoreError) -> Result
  ) throws(Failure) -> [Result]

  /// Runs a query for a single row.
  func first<Result>(
    _ sql: String, _ values: [SQLValue], _ body: (Row) throws(LinkStoreError) -> Result
  ) throws(Failure) -> Result?

  /// A statement for rows that stand in it as `#rows`, named `n`: its text, and the values of the rows for
  /// each time that it has to run.
  static func statement(
    _ sql: String, over rows: SQLRows
  ) -> (text: String, values: [[SQLValue]])

  /// Runs several queries on one snapshot of the database.
  func snapshot<Answer>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer

  /// Calls `body` with the clicks that are counted but not in the tables yet, by link; for engines that
  /// have such clicks.
  ///
  /// - Parameters:
  ///   - isLabelled: whether clicks have the referrers under which they will be in the tables.
  ///   - body: called once for each link.
  func forEachWaiting(
    _ links: WaitingLinks, isLabelled: Bool,
    _ body: (LinkKey, LinkClicks) throws(Failure) -> Void
  ) throws(Failure)

  /// The link in a row with the columns of `SQLDialect.linkColumns`.
  static func link(_ row: Row) throws(LinkStoreError) -> StoredLink

  /// The values of the engine's own columns in the row of a link, in the order of its dialect.
  ///
  /// - Parameter stored: the link as the codec encodes it.
  static func addedValues(
    _ link: ShortLink, _ stored: [StoredValue], revision: Int
  ) -> [SQLValue]

  // MARK: - Inside a transaction

  /// Inserts the row of a link.
  ///
  /// - Returns: its identifier; nil when the host and slug are taken.
  func insertRow(_ link: ShortLink) throws(Failure) -> Int?

  /// Writes a link in the row of another state of it.
  func replaceRow(_ old: StoredLink, by new: StoredLink) throws(Failure)

  /// Deletes the row of a link and its limit.
  ///
  /// - Returns: the clicks that count against `maxClicks`, those by people if they are more.
  func deleteRow(_ link: StoredLink) throws(Failure) -> Int

  /// Makes the store agree with links, many at a time.
  ///
  /// - Parameter homes: where no link may be for one to be created.
  /// - Returns: the outcome for each link, and the changes.
  func apply(
    _ links: [ShortLink], _ rule: ApplyingRule, _ homes: OtherHomes, _ now: Timestamp
  ) throws(Failure) -> (changes: [AppliedChange], changed: [ChangedLink])

  /// Adds changes of links to the feed.
  ///
  /// - Parameter origin: the `origin` of the store that made the changes.
  func publish(
    _ changes: [ChangedLink], by origin: Int, at time: Timestamp
  ) throws(Failure)

  /// Notifies other processes on the same data that tokens or people's sessions have changed.
  ///
  /// - Parameter origin: the `origin` of the store that made the change.
  func notifyTokensChanged(by origin: Int, at time: Timestamp) throws(Failure)

  /// Deletes identifiers of launches that were reported before a time, and returns their number.
  func forgetLaunches(before time: Timestamp) throws(Failure) -> Int

  /// Deletes the oldest entries of the feed, up to the first one of `time` or later, and returns their
  /// number.
  func forgetFeed(before time: Timestamp) throws(Failure) -> Int

  /// Implements `SharedValues.sharedValues`.
  func sharedValues(_ names: [String]) throws(Failure) -> [String: [UInt8]]

  /// Implements `SharedValues.keepShared`.
  func keepShared(_ name: String, _ value: [UInt8]) throws(Failure)

  /// Implements `SharedValues.lease`.
  func lease(_ name: String, owner: String, seconds: Int) throws(Failure) -> Bool

  /// Renews a lease, which nobody else takes before the end of the transaction.
  ///
  /// - Returns: false when the owner no longer has it, not even an expired one.
  func renewLease(_ name: String, owner: String, seconds: Int) throws(Failure) -> Bool

  /// Implements `SharedValues.endLease`.
  func endLease(_ name: String, owner: String) throws(Failure)

  /// Takes a lock until the end of the transaction.
  ///
  /// - Returns: false when another process has the lock that is not waited for.
  func lock(_ lock: SQLLock) throws(Failure) -> Bool
}

extension SQLConnection {
  package func first<Result>(
    _ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws(LinkStoreError) -> Result
  ) throws(Failure) -> Result? {
    try rows(sql, values, body).first
  }

  /// Runs a statement for rows that stand in it as `#rows`, named `n`. Their placeholders come first:
  /// those of `values` begin behind the number of columns.
  ///
  /// - Returns: the number of rows inserted, changed or deleted.
  package func run(
    _ sql: String, over rows: SQLRows, _ values: [SQLValue]
  ) throws(Failure) -> Int {
    let (text, own) = Self.statement(sql, over: rows)
    var count = 0
    for own in own { count += try run(text, own + values) }
    return count
  }

  /// Runs such a statement of which only an error matters, as `send` does.
  package func send(
    _ sql: String, over rows: SQLRows, _ values: [SQLValue]
  ) throws(Failure) {
    let (text, own) = Self.statement(sql, over: rows)
    for own in own { try send(text, own + values) }
  }

  /// Runs such a statement with results.
  package func rows<Result>(
    _ sql: String, over rows: SQLRows, _ values: [SQLValue],
    _ body: (Row) throws(LinkStoreError) -> Result
  ) throws(Failure) -> [Result] {
    let (text, own) = Self.statement(sql, over: rows)
    var results: [Result] = []
    for own in own { results += try self.rows(text, own + values, body) }
    return results
  }
}
