package import LinkStorage
package import Links

/// A connection of an engine, as the shared statements use it.
///
/// Those statements are written once, for both databases: tables are named `keiro.people`, and the
/// placeholders `$1`, `$2`, … appear in ascending order, because SQLite numbers them as they come.
package protocol SQLConnection: SendableMetatype {
  /// A row of an answer.
  associatedtype Row: SQLRow
  /// Why the database did not do what it was asked.
  associatedtype Failure: Error

  /// Where the SQL of the engine differs.
  static var dialect: SQLDialect { get }

  /// Runs a statement and waits for its answer.
  ///
  /// - Returns: how many rows were inserted, changed or deleted.
  func run(_ sql: String, _ values: [SQLValue]) throws(Failure) -> Int

  /// Runs a statement whose answer matters only when it is an error. Over a network it travels with
  /// the next statement, which then throws that error.
  func send(_ sql: String, _ values: [SQLValue]) throws(Failure)

  /// - Returns: what `body` makes of each row, in their order.
  func rows<Result>(
    _ sql: String, _ values: [SQLValue], _ body: (Row) throws(LinkStoreError) -> Result
  ) throws(Failure) -> [Result]

  /// The link of a row with the columns of `SQLDialect.linkColumns`.
  static func link(_ row: Row) throws(LinkStoreError) -> StoredLink

  // MARK: - Inside a transaction

  /// Tells the other processes on the same data that tokens or people's sessions have changed.
  ///
  /// - Parameter origin: of the store that has made the change.
  func tellTokensChanged(by origin: Int, at time: Timestamp) throws(Failure)

  /// Drops audit entries beyond `AuditBounds.entries` when that is due; called after each entry.
  func pruneAudit() throws(Failure)

  /// Lets one transaction at a time change webhooks, because the recorded types depend on all of them.
  func lockWebhooks() throws(Failure)

  /// Records events of exactly these types from now on.
  func record(_ types: Set<WebhookEventType>, now: Timestamp) throws(Failure)

  /// Puts those of the events into the outbox whose types are recorded.
  func record(_ events: [WebhookEvent]) throws(Failure)

  /// As `EventOutbox.gatherEvents`.
  func gatherEvents(at now: Timestamp) throws(Failure) -> Int

  /// As `EventOutbox.leaseEvents`.
  func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp
  ) throws(Failure) -> [RecordedEvent]

  /// As `EventOutbox.settleEvents`.
  func settle(_ events: [RoutedEvent], owner: String) throws(Failure) -> Int

  /// As `WebhookKeeping.addDelivery`; 0 for a webhook that is gone.
  func add(_ delivery: NewDelivery) throws(Failure) -> Int

  /// As `WebhookKeeping.leaseDeliveries`.
  func leaseDeliveries(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp
  ) throws(Failure) -> [Delivery]

  /// As `WebhookKeeping.settleDeliveries`.
  func settle(_ deliveries: [Delivery], owner: String) throws(Failure) -> Int
}

extension SQLConnection {
  /// - Returns: what `body` makes of the first row; nil without one.
  package func first<Result>(
    _ sql: String, _ values: [SQLValue], _ body: (Row) throws(LinkStoreError) -> Result
  ) throws(Failure) -> Result? {
    try rows(sql, values, body).first
  }
}

/// Where the SQL of the engines differs inside shared statements.
package struct SQLDialect: Sendable {
  /// The columns that `SQLConnection.link` reads.
  package let linkColumns: String
  /// How many columns these are.
  package let linkWidth: Int32
  /// The function of two texts that says where the first has the second, from 1; 0 for nowhere.
  package let position: String
  /// Whether the text before it is one of the words of `#`, which spaces separate.
  package let isListed: String
  /// Whether the number before it is one of `#`, which commas separate.
  package let isNumbered: String
  /// Keeps the rows that a query reads as they are until the end of the transaction.
  package let locking: String
  /// Whether a link has the tag `#`.
  package let hasTag: String
  /// Whether a link has the owner `#`.
  package let hasOwner: String
  /// Whether a link has the campaign `#`.
  package let hasCampaign: String
  /// Whether slug, URL or name of a link have the text `#`, which is given three times; ASCII letters
  /// match in either case.
  package let matches: String
  /// The clicks of a link, counted and imported.
  package let clicks: String
  /// The number of the change of links that this transaction began last.
  package let lastChange: String

  package init(
    linkColumns: String, linkWidth: Int32, position: String, isListed: String,
    isNumbered: String, locking: String, hasTag: String,
    hasOwner: String, hasCampaign: String, matches: String, clicks: String, lastChange: String
  ) {
    self.lastChange = lastChange
    self.linkColumns = linkColumns
    self.linkWidth = linkWidth
    self.position = position
    self.isListed = isListed
    self.isNumbered = isNumbered
    self.locking = locking
    self.hasTag = hasTag
    self.hasOwner = hasOwner
    self.hasCampaign = hasCampaign
    self.matches = matches
    self.clicks = clicks
  }
}
