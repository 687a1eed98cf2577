import LinkStorage
import Links
import SQLStorage

/// The extent of the log, and how much of it was merged into the tables.
struct ClickLogState: Equatable {
  /// The number of the next batch, from 1.
  var nextBatch = 1
  /// The number of batches not yet being merged.
  var batches = 0
  /// The size of their rows, in bytes.
  var bytes = 0
  /// The time at which the first of them arrived; nil for none.
  var since: Timestamp?
  /// The last of the batches that are being merged; nil between two merges.
  var merging: Int?
  /// The link up to which these batches were merged.
  var link = 0
  /// Increases with every forgotten link: previously known numbers of links may be invalid.
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

  /// The link after which the clicks of a batch are not merged yet.
  func lastMerged(of batch: Int) -> Int {
    batch <= merging ?? 0 ? link : 0
  }
}

/// When pending clicks are merged into the tables.
///
/// The longer they wait, the more of them belong to the same links, and a merge writes each link once.
/// Every query for clicks reads them, so the delay is invisible; only the time that such reading takes
/// limits it.
enum MergePolicy {
  /// The maximum age of the first batch, in seconds.
  static let longestWait = 60
  /// The maximum size in bytes, more than a minute of visits takes on one processor, so that
  /// normally the age of a batch decides.
  static let mostBytes = 12 << 20
  /// The maximum number of batches, since every step looks into each of them.
  static let mostBatches = 256
  /// The factor by which the limits must be exceeded before steps follow one another at once.
  private static let urgency = 2

  /// Whether a merge should begin.
  static func isDue(_ state: ClickLogState, at now: Timestamp) -> Bool {
    guard let since = state.since else { return false }
    // The absolute value, since a clock that was ahead may have been corrected.
    let age = (now.secondsSinceEpoch &- since.secondsSinceEpoch).magnitude
    return isFull(state) || age >= UInt(longestWait)
  }

  static func isFull(_ state: ClickLogState) -> Bool {
    state.bytes >= mostBytes || state.batches >= mostBatches
  }

  /// Whether merging must go on at once, without waiting for the next call.
  static func isUrgent(_ state: ClickLogState) -> Bool {
    state.bytes / urgency >= mostBytes || state.batches / urgency >= mostBatches
  }
}
