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

  /// The differences in the engine's SQL.
  static var dialect: SQLDialect { get }

  /// Runs a statement and waits for its result.
  ///
  /// - Returns: the number of rows inserted, changed or deleted.
  func run(_ sql: String, _ values: [SQLValue]) throws(Failure) -> Int

  /// Runs a statement of which only an error matters. Over a network it is sent with the next
  /// statement, which then throws that error.
  func send(_ sql: String, _ values: [SQLValue]) throws(Failure)

  /// Runs a query.
  ///
  /// - Returns: the results of `body` for the rows, in order.
  func rows<Result>(
    _ sql: String, _ values: [SQLValue], _ body: (Row) throws(LinkStoreError) -> Result
  ) throws(Failure) -> [Result]

  /// Runs a query for a single row.
  ///
  /// - Returns: the result of `body` for the first row; nil without one.
  func first<Result>(
    _ sql: String, _ values: [SQLValue], _ body: (Row) throws(LinkStoreError) -> Result
  ) throws(Failure) -> Result?

  /// Runs a statement for rows that stand in it as `#rows`, named `n`. Their placeholders come first:
  /// those of `values` begin behind the number of columns.
  ///
  /// - Returns: the number of rows inserted, changed or deleted.
  func run(_ sql: String, over rows: SQLRows, _ values: [SQLValue]) throws(Failure) -> Int

  /// Runs such a statement of which only an error matters, as `send` does.
  func send(_ sql: String, over rows: SQLRows, _ values: [SQLValue]) throws(Failure)

  /// Runs such a statement with results.
  func rows<Result>(
    _ sql: String, over rows: SQLRows, _ values: [SQLValue],
    _ body: (Row) throws(LinkStoreError) -> Result
  ) throws(Failure) -> [Result]

  /// The link in a row with the columns of `SQLDialect.linkColumns`.
  static func link(_ row: Row) throws(LinkStoreError) -> StoredLink

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

  /// The number of clicks by people on a link.
  func clicks(of key: LinkKey) throws(Failure) -> Int

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

  /// Deletes audit entries beyond `AuditBounds.entries` when that is due; called after each entry.
  func pruneAudit() throws(Failure)

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
    _ sql: String, _ values: [SQLValue], _ body: (Row) throws(LinkStoreError) -> Result
  ) throws(Failure) -> Result? {
    try rows(sql, values, body).first
  }
}

/// The differences between the engines' SQL in shared statements.
package struct SQLDialect: Sendable {
  /// The columns that `SQLConnection.link` reads.
  package let linkColumns: String
  /// The query for the link at a host and slug.
  let linkByKey: String
  /// The query for the links at the rows `key_host` and `key_slug`.
  let linksByKeys: String
  /// The number of these columns.
  package let linkWidth: Int32
  /// The name of the function that returns the position of the second text in the first, from 1; 0 if
  /// it is absent.
  package let position: String
  /// The name of the function that returns the first character of a text as a number.
  let codePoint: String
  /// The condition that the preceding text is one of the words of `#`, separated by spaces.
  package let isListed: String
  /// The condition that the preceding number is one of those in `#`, separated by commas.
  package let isNumbered: String
  /// The clause that locks the rows of a query against changes until the end of the transaction.
  package let locking: String
  /// The clause that also keeps other transactions from locking the rows.
  package let lockingForChange: String
  /// The clause that locks the rows of a query, and leaves out those that others have locked.
  var skippingLocked: String { lockingForChange.isEmpty ? "" : lockingForChange + " SKIP LOCKED" }
  /// The name of the column with the time of an event.
  package let eventTime: String
  /// The condition that a link has the tag `#`; the case of ASCII letters is ignored.
  package let hasTag: String
  /// The condition that a deleted link had the tag `#`.
  let hadTag: String
  /// The condition that a link has the owner `#`.
  package let hasOwner: String
  /// The expression for the campaign of a link, by which an index orders the links of each campaign.
  package let campaign: String
  /// The condition that there is this index; without it, lists are slow but correct.
  package let hasCampaignIndex: String
  /// The condition that a column contains `#`; the case of ASCII letters is ignored.
  package let contains: @Sendable (_ column: String) -> String
  /// The links in the order of their clicks, counted and imported.
  package let ranking: SQLRanking
  /// The expression for the time by a clock of the database's own; null where that is the process's.
  package let ownTime: String
  /// The expression for the number of the change of links that this transaction began last.
  package let lastChange: String
  /// The table that numbers links, and hosts, which have an empty slug.
  package let counted: String

  package init(
    linkColumns: String, linkWidth: Int32, position: String, codePoint: String, isListed: String,
    isNumbered: String, locking: String, lockingForChange: String,
    eventTime: String, hasTag: String, hadTag: String, hasOwner: String, campaign: String,
    hasCampaignIndex: String, ranking: SQLRanking,
    ownTime: String, lastChange: String, counted: String,
    contains: @escaping @Sendable (_ column: String) -> String
  ) {
    self.ownTime = ownTime
    self.lastChange = lastChange
    self.counted = counted
    self.linkColumns = linkColumns
    linkByKey = "SELECT \(linkColumns) FROM keiro.links WHERE host = $1 AND slug = $2"
    linksByKeys =
      "SELECT \(linkColumns) FROM #rows JOIN keiro.links ON host = n.key_host AND slug = n.key_slug"
    self.linkWidth = linkWidth
    self.position = position
    self.codePoint = codePoint
    self.isListed = isListed
    self.isNumbered = isNumbered
    self.locking = locking
    self.lockingForChange = lockingForChange
    self.eventTime = eventTime
    self.hasTag = hasTag
    self.hadTag = hadTag
    self.hasOwner = hasOwner
    self.campaign = campaign
    self.hasCampaignIndex = hasCampaignIndex
    self.contains = contains
    self.ranking = ranking
  }
}

extension SQLDialect {
  /// The condition that the preceding number is one of those in a placeholder, separated by commas.
  func isNumbered(_ placeholder: String) -> String {
    isNumbered.split(separator: "#", omittingEmptySubsequences: false).joined(
      separator: placeholder)
  }
}
