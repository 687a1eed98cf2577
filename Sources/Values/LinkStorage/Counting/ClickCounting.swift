package import Links

/// The counters of clicks and launches.
package protocol ClickCounting: AnyObject, Sendable {
  /// Adds a batch to the counters, once however often it is sent: the store keeps the last sequence
  /// number of each writer, in the transaction that counts.
  ///
  /// After an error the batch may or may not have been counted: send the same one again, with the same
  /// sequence number, before any later batch of that writer.
  ///
  /// Referrers beyond those that `CountedNames` admits count as `other`, regardless of the process
  /// that reports them; so do events and versions of launches.
  ///
  /// - Parameter now: the time at which the writer was last active; writers that stay away for long are
  ///   forgotten.
  func count(
    _ batch: CountBatch, now: Timestamp, completion: @escaping StoreCompletion<BatchAnswer>)

  /// Counts launches that apps report, each of the last `CountedLaunch.identifiersKept` identifiers
  /// once. The answer says how many were counted;
  /// the others had been before.
  func report(
    _ launches: [CountedLaunch], now: Timestamp, completion: @escaping StoreCompletion<Int>)

  /// The number of clicks by people on a link; clicks by bots are not included.
  func clicks(of key: LinkKey) throws(LinkStoreError) -> Int

  /// The clicks by people on several links, from one snapshot of the store. Links that were never
  /// clicked may be missing.
  ///
  /// - Parameter days: the days since 1970 to list one by one; an empty range for the totals alone.
  func clicks(
    of keys: [LinkKey], days: Range<Int>
  ) throws(LinkStoreError) -> [LinkKey: ClickDays]

  /// Sums of clicks and launches in groups, from one snapshot of the store, in the order of the
  /// queries. Queries for the same links and period share what they read.
  func statistics(_ queries: [StatisticsQuery]) throws(LinkStoreError) -> [Statistics]
}

extension ClickCounting {
  package func statistics(_ query: StatisticsQuery) throws(LinkStoreError) -> Statistics {
    try statistics([query]).first ?? Statistics(rows: [], clicks: 0, bots: 0, launches: 0)
  }
}

/// The clicks by people on one link.
package struct ClickDays: Equatable, Sendable {
  /// The clicks of all time.
  package var total: Int
  /// The clicks of each requested day, by days since 1970; days without clicks may be missing.
  package var days: [Int: Int] = [:]

  package init(total: Int) {
    self.total = total
  }

  /// Adds clicks to one day, given in days since 1970.
  package mutating func add(_ count: Int, on day: Int) {
    days[day, default: 0] = (days[day] ?? 0).addingClamped(count)
  }
}

/// An address that leads nowhere, with the number of requests for it. Nothing in it is about a visitor.
package struct UnknownAddress: Equatable, Sendable {
  package let host: String
  /// The path without its query, cut when it is long.
  package let path: String
  package let count: Int

  package init(host: String, path: String, count: Int) {
    self.host = host
    self.path = path
    self.count = count
  }

  /// The number of days, up to the present one, whose requests are counted.
  package static let days = 2
  /// The number of addresses that the status names.
  package static let shown = 1000
  /// The number of sums from which a store forgets those of rare addresses, and the number that it keeps.
  package static let bounds = (most: 10_000, kept: 5000)
}

package protocol UnknownKeeping: AnyObject, Sendable {
  /// Adds requests to the sums of their day. They may be lost in a power failure or after an
  /// error: they are a hint, not clicks.
  func addUnknown(
    _ addresses: [UnknownAddress], now: Timestamp, completion: @escaping StoreCompletion<Void>)

  /// The most frequent addresses of the last days, of all processes, the most frequent first.
  func unknownAddresses(limit: Int, now: Timestamp) throws(LinkStoreError) -> [UnknownAddress]
}
