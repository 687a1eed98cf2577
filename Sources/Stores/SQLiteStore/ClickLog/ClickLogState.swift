import LinkStorage
import Links
import SQLStorage

/// How far the log has come, and how far it has been merged into the tables.
struct ClickLogState: Equatable {
  /// The number of the next batch, from 1.
  var nextBatch = 1
  /// Those that no merge has begun with.
  var batches = 0
  /// Of their rows.
  var bytes = 0
  /// When the first of them came; nil without any.
  var since: Timestamp?
  /// The last batch of those that are being merged; nil between two merges.
  var merging: Int?
  /// Of these batches, links up to this number are in the tables.
  var link = 0
  /// Grows with every link that is forgotten: numbers of links that were known before may be void.
  var forgotten = 0

  static func read(_ database: Database) throws(LinkStoreError) -> ClickLogState {
    try database.first(
      "SELECT next_batch, batches, bytes, since, merging, link, forgotten FROM click_log_state"
    ) { row in
      ClickLogState(
        nextBatch: row.int(0), batches: row.int(1), bytes: row.int(2), since: row.optionalTime(3),
        merging: row.optionalInt(4), link: row.int(5), forgotten: row.int(6))
    } ?? ClickLogState()
  }

  func write(_ database: Database) throws(LinkStoreError) {
    try database.run(
      "UPDATE click_log_state SET next_batch = ?, batches = ?, bytes = ?, since = ?, merging = ?, "
        + "link = ?, forgotten = ?",
      [
        .int(nextBatch), .int(batches), .int(bytes), .time(since), .int(merging), .int(link),
        .int(forgotten),
      ])
  }

  /// The link after which the clicks of a batch are still on their way.
  func lastMerged(of batch: Int) -> Int {
    batch <= merging ?? 0 ? link : 0
  }
}

/// When waiting clicks are merged into the tables.
///
/// The longer they wait, the more of them belong to the same links, and each link is written once a
/// merge. They are read wherever clicks are asked for, so nobody sees that they wait; what bounds
/// the wait is the time that such reading takes.
enum MergePolicy {
  /// Since the first batch came, in seconds.
  static let longestWait = 60
  static let mostBytes = 4 << 20
  /// Each batch is looked into at every step.
  static let mostBatches = 256
  /// Steps follow each other at once, above so many times the bounds.
  private static let urgency = 2

  /// Whether a merge is to begin.
  static func isDue(_ state: ClickLogState, at now: Timestamp) -> Bool {
    guard let since = state.since else { return false }
    // A clock that was ahead when they came has been set right.
    let age = (now.secondsSinceEpoch &- since.secondsSinceEpoch).magnitude
    return isFull(state) || age >= UInt(longestWait)
  }

  static func isFull(_ state: ClickLogState) -> Bool {
    state.bytes >= mostBytes || state.batches >= mostBatches
  }

  /// Whether nobody may be waited for who would call for the next step.
  static func isUrgent(_ state: ClickLogState) -> Bool {
    state.bytes / urgency >= mostBytes || state.batches / urgency >= mostBatches
  }
}
