package import Links
import Synchronization

package protocol StoreMaintenance: AnyObject, Sendable {
  /// Checks that the store can be read, so that visitors may come. *Local.*
  ///
  /// - Throws: the reason why it cannot.
  func check() throws(LinkStoreError)

  /// The current limitations of the store; empty when all is in order. *Local.*
  func troubles() -> [StoreTrouble]

  /// Checks that some links are as they were written; `troubles` reports damage afterwards. *Local.*
  ///
  /// - Parameters:
  ///   - position: the result of the last call; 0 to begin.
  ///   - limit: the approximate number of links to check.
  /// - Returns: where to continue; 0 when all were checked.
  func examine(after position: Int, limit: Int) throws(LinkStoreError) -> Int

  /// Performs a write without effect that reaches the disk, so that a store that refused a write shows
  /// whether it accepts them again.
  func probe(completion: @escaping StoreCompletion<Void>)

  /// What the store knows of the time, for ``StoreTime``.
  func seenTime() throws(LinkStoreError) -> SeenTime

  /// Keeps the time that the store has reached, unless it has reached a later one.
  ///
  /// - Parameter found: what was kept when the time was reckoned; that is replaced by an earlier one, too.
  func keepTime(
    _ time: Timestamp, insteadOf found: Timestamp?, completion: @escaping StoreCompletion<Void>)

  /// Deletes old entries of one kind. The answer is the number deleted.
  func forget(
    _ entries: Forgettable, before time: Timestamp, completion: @escaping StoreCompletion<Int>)

  /// One step of adding pending clicks to the counters and hours to the sums of their days, and of
  /// dropping what exceeds the retention. Steps are short, since other writes wait for them; call it
  /// again until a step is idle.
  ///
  /// Each step is a transaction, so a process that ends in between loses nothing and counts nothing
  /// twice, and several processes may take turns. The totals of links stay as they are.
  ///
  /// - Parameter limit: the approximate number of rows that a step touches.
  func rollUp(
    _ retention: StatisticsRetention, limit: Int, now: Timestamp,
    completion: @escaping StoreCompletion<RollUpStep>)

  /// The size of the store. The call takes time in proportion to the number of rows.
  func measures() throws(LinkStoreError) -> StoreMeasures

  /// Waits for the writes in progress and closes the store; later calls fail with `closed`.
  func close()
}

/// Entries that a store keeps for a limited time.
package enum Forgettable: CaseIterable, Sendable {
  /// Idempotency keys, by the time of the request.
  case idempotencyKeys
  /// Identifiers of reported launches, by the time of the report.
  case launchIdentifiers
  /// Sessions, by the time of their expiry.
  case sessions
  /// Codes, by the time of their expiry.
  case claims
  /// Writers of counts, by the time of their last batch.
  case countWriters
  /// Entries of the feed, by the time of the change; older cursors then get `everything`.
  case feedEntries
  /// Entries of the audit log, by the time of the change.
  case auditEntries
  /// Deliveries to webhooks, by the time of their events.
  case deliveries
  /// Versions of links, by the time of their change.
  case versions
  /// Addresses that lead nowhere, by the day of the requests.
  case unknownAddresses
  /// Deleted links, by the time of their deletion: as `HistoryKeeping.emptyBin` does.
  case deletedLinks
  /// What is known of the groups of links that were removed from the bin, by the time of that.
  case formerLinks
}

/// A limitation of a store that nevertheless continues to answer visitors.
package struct StoreTrouble: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The store accepts no changes.
    case writes
    /// Some data is not as it was written.
    case damage
    /// The database behind a copy does not answer.
    case unreachable
    /// A copy has fallen behind the database.
    case stale
  }

  package let kind: Kind
  /// A sentence for people, without its full stop.
  package let text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

/// The size of a store, and what became of its counts since it was opened.
package struct StoreMeasures: Equatable, Sendable {
  /// The size of the database file, in bytes; 0 for stores without one.
  package var fileBytes = 0
  /// The size of the write-ahead log, in bytes.
  package var logBytes = 0
  /// The number of hourly rows of clicks.
  package var hourRows = 0
  /// The number of daily rows of clicks.
  package var dayRows = 0
  /// The number of daily rows of launches.
  package var launchRows = 0
  /// The number of rows of pending clicks, with some hundred clicks in each.
  package var waitingRows = 0
  /// The number of clicks and launches that were counted as `other`.
  package var capped = 0
  /// The number of hourly rows that were added to daily sums.
  package var rolledUp = 0
  /// The number of rows that were dropped because they exceeded the retention.
  package var dropped = 0

  package init() {}
}

/// The measures that a store keeps in memory.
package final class CountingActivity: Sendable {
  private let capped = Atomic(0)
  private let rolledUp = Atomic(0)
  private let dropped = Atomic(0)

  package init() {}

  package func note(capped count: Int) {
    if count > 0 { capped.add(count, ordering: .relaxed) }
  }

  package func note(_ step: RollUpStep) {
    rolledUp.add(step.rolledUp, ordering: .relaxed)
    dropped.add(step.dropped, ordering: .relaxed)
  }

  package func add(to measures: inout StoreMeasures) {
    measures.capped = capped.load(ordering: .relaxed)
    measures.rolledUp = rolledUp.load(ordering: .relaxed)
    measures.dropped = dropped.load(ordering: .relaxed)
  }
}

/// Small named values shared by the processes that use the same data, and leases for tasks that one of
/// them performs for all. Calls wait for the store.
package protocol SharedValues: AnyObject, Sendable {
  /// The values under some names, in one question to the database; names without a value are absent.
  func sharedValues(_ names: [String]) throws(LinkStoreError) -> [String: [UInt8]]

  func keepShared(_ name: String, _ value: [UInt8]) throws(LinkStoreError)

  /// Takes or renews a lease.
  ///
  /// - Parameter seconds: the duration from now on, by the clock of the database.
  /// - Returns: false while another owner holds it.
  func lease(_ name: String, owner: String, seconds: Int) throws(LinkStoreError) -> Bool

  /// Gives a lease back before its end, unless another owner has it by now.
  func endLease(_ name: String, owner: String) throws(LinkStoreError)
}

/// A lease under which a write is made, or not at all.
package struct HeldLease: Equatable, Sendable {
  package let name: String
  /// The name of the process or caller that took it.
  package let owner: String
  /// Its duration, in seconds; each write begins it anew.
  package let seconds: Int

  package init(name: String, owner: String, seconds: Int) {
    self.name = name
    self.owner = owner
    self.seconds = seconds
  }
}

extension SharedValues {
  package func sharedValue(_ name: String) throws(LinkStoreError) -> [UInt8]? {
    try sharedValues([name])[name]
  }
}
