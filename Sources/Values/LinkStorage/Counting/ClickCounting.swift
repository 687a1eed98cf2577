package import Links

/// The counters of clicks and launches.
package protocol ClickCounting: AnyObject, Sendable {
  /// Adds a batch to the counters, once however often it is sent: the store keeps the last sequence
  /// of each writer, in the transaction that counts.
  ///
  /// After an error the batch may have been counted or not: send the same one again, with the
  /// same sequence, before any later one of that writer.
  ///
  /// Referrers beyond those that `CountedNames` admits count as `other`, whichever process brings
  /// them; so do events and versions of launches.
  ///
  /// - Parameter now: when the writer was seen; writers that were not seen for long are forgotten.
  func count(
    _ batch: CountBatch, now: Timestamp, completion: @escaping StoreCompletion<BatchAnswer>)

  /// Counts launches that apps report, each of the last `LaunchReport.identifiersKept` identifiers
  /// once. The answer says how many were counted;
  /// the others had been before.
  func report(
    _ launches: [LaunchReport], now: Timestamp, completion: @escaping StoreCompletion<Int>)

  /// The clicks of people that a link has had; those of bots are not among them.
  func clicks(of key: LinkKey) throws(LinkStoreError) -> Int

  /// The clicks of people that several links have had, from one state of the store. A link that was
  /// never clicked may be missing.
  ///
  /// - Parameter days: the days since 1970 that are told one by one; none for the sums alone.
  func clicks(
    of keys: [LinkKey], days: Range<Int>
  ) throws(LinkStoreError) -> [LinkKey: ClickDays]

  /// Sums of clicks and launches in groups.
  func statistics(_ query: StatisticsQuery) throws(LinkStoreError) -> Statistics
}
