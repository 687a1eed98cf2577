package import Links

/// Counts and the audit log on their way from one store into another.
///
/// Counts travel in pages, each of which counts once however often it is sent: the store that takes
/// them keeps how far it has come with each source, in the transaction that counts.
package protocol CountTransfer: AnyObject, Sendable {
  /// Tells the counts of this store from those of every other.
  func countIdentity() throws(LinkStoreError) -> String

  /// The stores whose counts are among those of this one, each with the number of its last page.
  func countSources() throws(LinkStoreError) -> [String: Int]

  /// The greatest number of a link that has counts; 0 without any.
  func lastCountedLink() throws(LinkStoreError) -> Int

  /// The counts of links, from one state of the store.
  ///
  /// - Parameter numbers: of the links, as `lastCountedLink` has them.
  func counts(ofLinks numbers: ClosedRange<Int>) throws(LinkStoreError) -> [LinkCounts]

  /// The days with launches, in ascending order.
  func launchDays() throws(LinkStoreError) -> [Int]

  /// The launches of a day.
  func launches(onDay day: Int) throws(LinkStoreError) -> [LaunchSum]

  /// Adds a page to what is counted here.
  ///
  /// - Parameter completion: receives `repeated` for a page that had been taken before.
  func take(_ page: CountPage, completion: @escaping StoreCompletion<BatchAnswer>)

  // MARK: - The audit log

  /// A part of the audit log, the oldest first.
  ///
  /// - Parameter number: of the last entry of the part before; 0 for the beginning.
  func auditEntries(
    after number: Int, limit: Int
  ) throws(LinkStoreError) -> [AuditPage.Numbered]

  /// The number of the last entry that was taken of a store; 0 for none.
  ///
  /// - Parameter source: its `countIdentity`.
  func lastAuditEntry(of source: String) throws(LinkStoreError) -> Int

  /// Adds entries of another store to the audit log, under numbers of this one. Those that were taken
  /// before are not added again.
  func takeAudit(
    _ entries: [AuditPage.Numbered], of source: String, completion: @escaping StoreCompletion<Void>)
}

/// Everything that a store counts of one link.
package struct LinkCounts: Equatable, Sendable {
  /// The link.
  package var key: LinkKey
  /// The clicks of people, also those that are in no row any more.
  package var total: Int
  /// Clicks of the hours that are kept.
  package var hours: [ClickCount]
  /// Sums of days whose hours are no longer kept.
  package var days: [DaySum]
  /// Clicks that links with a limit have given out.
  package var reserved: [ReservedClicks]

  package init(
    key: LinkKey, total: Int, hours: [ClickCount] = [], days: [DaySum] = [],
    reserved: [ReservedClicks] = []
  ) {
    self.key = key
    self.total = total
    self.hours = hours
    self.days = days
    self.reserved = reserved
  }

  /// The clicks of people that stand in rows of hours.
  package var peopleByHour: Int {
    hours.reduce(0) { $1.isBot || $1.traits.isFirstOpening ? $0 : $0 + $1.count }
  }
}

/// Clicks of a day that have one thing in common.
package struct DaySum: Equatable, Sendable {
  /// Days since 1970-01-01.
  package var day: Int
  /// What the clicks have in common.
  package var dimension: ClickDimension
  /// The name in that dimension, such as a platform.
  package var name: String
  /// Whether the clicks are those of programs.
  package var isBot: Bool
  /// How many clicks there were.
  package var count: Int

  package init(day: Int, dimension: ClickDimension, name: String, isBot: Bool, count: Int) {
    self.day = day
    self.dimension = dimension
    self.name = name
    self.isBot = isBot
    self.count = count
  }
}

/// The clicks of one life of a limited link that are taken.
package struct ReservedClicks: Equatable, Sendable {
  /// Tells lives of a place apart, see `LinkLife`; 0 for a link of the configuration.
  package var life: Int
  /// How many clicks are taken or reserved.
  package var count: Int

  package init(life: Int, count: Int) {
    self.life = life
    self.count = count
  }
}

/// Launches of a day that have one thing in common.
package struct LaunchSum: Equatable, Sendable {
  /// Days since 1970-01-01.
  package var day: Int
  /// The identifier of the app.
  package var app: String
  /// What the launches have in common.
  package var dimension: LaunchDimension
  /// The name in that dimension, such as an event.
  package var name: String
  /// How many launches there were.
  package var count: Int

  package init(day: Int, app: String, dimension: LaunchDimension, name: String, count: Int) {
    self.day = day
    self.app = app
    self.dimension = dimension
    self.name = name
    self.count = count
  }
}

/// Counts that are taken whole or not at all.
package struct CountPage: Equatable, Sendable {
  /// The identity of the store that they come from.
  package let source: String
  /// Grows with every page of the source.
  package let number: Int
  /// Counts of links; empty on a page of launches.
  package var links: [LinkCounts]
  /// Counts of launches; empty on a page of links.
  package var launches: [LaunchSum]

  /// The page of the links whose numbers are in a range of `size`, counted from 1.
  package init(source: String, links: [LinkCounts], from first: Int, size: Int) {
    self.source = source
    number = (first - 1) / size + 1
    self.links = links
    launches = []
  }

  /// The page of a day's launches; these come behind all links.
  package init(source: String, launches: [LaunchSum], onDay day: Int) {
    self.source = source
    number = Self.firstOfLaunches + day
    links = []
    self.launches = launches
  }

  private static let firstOfLaunches = 1 << 50

  /// The first link behind the pages that were taken up to a number.
  package static func firstLink(after number: Int, size: Int) -> Int {
    let (product, overflows) = number.multipliedReportingOverflow(by: size)
    return overflows ? .max : product + 1
  }
}
