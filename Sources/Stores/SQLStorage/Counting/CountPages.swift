package import LinkStorage
package import Links

/// The transfer of counts and the audit log from one store to another.
///
/// Counts travel in pages, each of which counts once however often it is sent: the receiving store
/// records its progress with each source in the transaction that counts.
package protocol CountTransfer: SQLStore {
  /// Adds a page to the counts of this store.
  ///
  /// - Parameter completion: receives `repeated` for a page that was taken before.
  func take(_ page: CountPage, completion: @escaping StoreCompletion<BatchAnswer>)
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
  /// How it was deleted, with its change; nil where it cannot come back.
  package let deletion: KeptVersion?
}

package struct LinkCounts: Equatable, Sendable {
  package var key: LinkKey
  /// The number of the deleted link whose clicks these are; nil for those of a link that is there.
  package var former: Int?
  /// The clicks by people, including those no longer in any row.
  package var total: Int
  /// The clicks of the hours that are kept.
  package var hours: [ClickCount] = []
  /// The sums of the days whose hours are no longer kept.
  package var days: [DayKey: Int] = [:]
  /// The clicks that the lives of a limited link have used.
  package var reserved: [ReservedClicks] = []

  /// Names another key for all of them.
  mutating func move(to key: LinkKey) {
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
}

extension DayKey {
  init(_ dimension: ClickDimension, of kind: ClickKind) {
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
