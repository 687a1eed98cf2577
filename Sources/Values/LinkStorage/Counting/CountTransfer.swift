package import Links

/// The transfer of counts and the audit log from one store to another.
///
/// Counts travel in pages, each of which counts once however often it is sent: the receiving store
/// records its progress with each source in the transaction that counts.
package protocol CountTransfer: AnyObject, Sendable {
  /// The identifier of this store's counts, unique among stores.
  func countIdentity() throws(LinkStoreError) -> String

  /// The stores whose counts were taken over into this one, each with the number of its last page.
  func countSources() throws(LinkStoreError) -> [String: Int]

  /// The highest number of a link with counts; 0 for none.
  func lastCountedLink() throws(LinkStoreError) -> Int

  /// The counts of links, from one snapshot of the store.
  ///
  /// - Parameter numbers: a range of link numbers, up to `lastCountedLink`.
  func counts(ofLinks numbers: ClosedRange<Int>) throws(LinkStoreError) -> [LinkCounts]

  /// The days with launches, in ascending order.
  func launchDays() throws(LinkStoreError) -> [Int]

  func launches(onDay day: Int) throws(LinkStoreError) -> [LaunchSum]

  /// Adds a page to the counts of this store.
  ///
  /// - Parameter completion: receives `repeated` for a page that was taken before.
  func take(_ page: CountPage, completion: @escaping StoreCompletion<BatchAnswer>)

  // MARK: - Deleted links

  /// Deleted links whose clicks are in the sums, in the order of their identifiers.
  ///
  /// - Parameter link: the `number` of the last link of the preceding page; nil for the first page.
  func formerLinks(after link: Int?, limit: Int) throws(LinkStoreError) -> [FormerLink]

  /// Takes over deleted links of another store, each once; those in its bin are in the bin here.
  ///
  /// The answer is where their clicks belong here, in the order given.
  ///
  /// - Parameter source: that store's `countIdentity`.
  func takeFormer(
    _ links: [FormerLink], of source: String, now: Timestamp,
    completion: @escaping StoreCompletion<[LinkKey]>)

  // MARK: - The audit log

  /// One page of the audit log, oldest first.
  ///
  /// - Parameter number: the number of the last entry of the preceding page; 0 for the first page.
  func auditEntries(
    after number: Int, limit: Int
  ) throws(LinkStoreError) -> [AuditPage.Numbered]

  /// The number of the last entry taken from a store; 0 for none.
  ///
  /// - Parameter source: that store's `countIdentity`.
  func lastAuditEntry(of source: String) throws(LinkStoreError) -> Int

  /// Adds entries of another store to the audit log, with numbers of this store. Entries that were
  /// taken before are skipped.
  func takeAudit(
    _ entries: [AuditPage.Numbered], of source: String, completion: @escaping StoreCompletion<Void>)
}

/// A deleted link whose clicks are in the sums.
package struct FormerLink: Sendable {
  package let number: Int
  /// The key under which its clicks are counted.
  package let key: LinkKey
  /// Its tags and its campaign, see `ShortLink.groups`.
  package let groups: String?
  /// The times of its deletion and of the end of its time in the bin; nil while it is there.
  package let deletedAt: Timestamp, emptiedAt: Timestamp?
  /// How it was deleted, and the slug that it had; nil where it cannot come back.
  package let deletion: (kept: KeptVersion, slug: String, actor: AuditActor)?

  package init(
    number: Int, key: LinkKey, groups: String?, deletedAt: Timestamp, emptiedAt: Timestamp?,
    deletion: (kept: KeptVersion, slug: String, actor: AuditActor)?
  ) {
    self.number = number
    self.key = key
    self.groups = groups
    self.deletedAt = deletedAt
    self.emptiedAt = emptiedAt
    self.deletion = deletion
  }
}

package struct LinkCounts: Equatable, Sendable {
  package var key: LinkKey
  /// The clicks by people, including those no longer in any row.
  package var total: Int
  /// The clicks of the hours that are kept.
  package var hours: [ClickCount] = []
  /// The sums of the days whose hours are no longer kept.
  package var days: [DayKey: Int] = [:]
  /// The clicks that the lives of a limited link have used.
  package var reserved: [ReservedClicks] = []

  package init(key: LinkKey, total: Int) {
    self.key = key
    self.total = total
  }

  /// Names another key for all of them.
  package mutating func move(to key: LinkKey) {
    self.key = key
    for index in hours.indices { hours[index].key = key }
  }

  /// The clicks by people in hourly rows.
  package var peopleByHour: Int {
    hours.reduce(0) { $1.kind.isClickByPerson ? $0 + $1.count : $0 }
  }
}

/// What the clicks of one day are summed by.
package struct DayKey: Hashable, Sendable {
  /// Days since 1970-01-01.
  package let day: Int
  package let dimension: ClickDimension
  /// The name in that dimension, such as a platform.
  package let name: String
  package let isBot: Bool

  package init(day: Int, dimension: ClickDimension, name: String, isBot: Bool) {
    self.day = day
    self.dimension = dimension
    self.name = name
    self.isBot = isBot
  }

  package init(_ dimension: ClickDimension, of kind: ClickKind) {
    self.init(
      day: kind.day, dimension: dimension, name: dimension.name(of: kind), isBot: kind.isBot)
  }
}

/// The clicks that one life of a limited link has used.
package struct ReservedClicks: Equatable, Sendable {
  /// Distinguishes the lives at one host and slug, see `LinkLife`; 0 for a configured link.
  package var life: Int
  /// The number of clicks used or reserved.
  package var count: Int

  package init(life: Int, count: Int) {
    self.life = life
    self.count = count
  }
}

/// The launches of one day under one name.
package struct LaunchSum: Equatable, Sendable {
  /// Days since 1970-01-01.
  package var day: Int
  package var app: String
  package var dimension: LaunchDimension
  /// The name in that dimension, such as an event.
  package var name: String
  package var count: Int

  package init(day: Int, app: String, dimension: LaunchDimension, name: String, count: Int) {
    self.day = day
    self.app = app
    self.dimension = dimension
    self.name = name
    self.count = count
  }
}

/// Counts that are taken over all at once or not at all.
package struct CountPage: Equatable, Sendable {
  /// The identity of the source store.
  package let source: String
  /// The page number, which increases with every page of the source.
  package let number: Int
  /// Counts of links; empty on a page of launches.
  package var links: [LinkCounts]
  /// Counts of launches; empty on a page of links.
  package var launches: [LaunchSum]

  /// The page for links of one range of `size` numbers; ranges are counted from 1.
  package init(source: String, links: [LinkCounts], from first: Int, size: Int) {
    self.source = source
    number = (first - 1) / size + 1
    self.links = links
    launches = []
  }

  /// The page for the launches of one day; these pages follow those of all links.
  package init(source: String, launches: [LaunchSum], onDay day: Int) {
    self.source = source
    number = Self.firstOfLaunches + day
    links = []
    self.launches = launches
  }

  private static let firstOfLaunches = 1 << 50

  /// The first link not covered by the pages up to a number.
  package static func firstLink(after number: Int, size: Int) -> Int {
    let (product, overflows) = number.multipliedReportingOverflow(by: size)
    return overflows ? .max : product + 1
  }
}
