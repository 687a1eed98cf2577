import Links
import LinkStorage
import SQLStorage

/// Adds pending clicks to the tables, inside a transaction.
///
/// A merge begins with all existing batches and goes through their links in ascending order, some in
/// each step. Its progress is stored with the log, so a failed step changes nothing, and any process
/// can continue.
struct ClickMerge {
  private let database: Database
  private let limit: Int
  private let now: Timestamp?
  /// The number of clicks counted as `other`.
  private(set) var capped = 0

  /// - Parameters:
  ///   - limit: the maximum number of links in a step.
  ///   - now: the current time, which starts a merge after a long enough wait; nil to start one only
  ///     when the log is full.
  init(_ database: Database, limit: Int, now: Timestamp?) {
    self.database = database
    self.limit = max(limit, 1)
    self.now = now
  }

  /// - Returns: the number of links merged or rows of the log removed; 0 when there is nothing to do.
  mutating func step() throws(LinkStoreError) -> Int {
    var state = try ClickLogState.read(database)
    if state.merging == nil {
      guard now.map({ MergePolicy.isDue(state, at: $0) }) ?? MergePolicy.isFull(state) else {
        return 0
      }
      (state.merging, state.link) = (state.nextBatch - 1, 0)
      (state.batches, state.bytes, state.since) = (0, 0, nil)
    }
    guard let last = state.merging else { return 0 }
    let links = try mergeLinks(upTo: last, &state)
    var removed = 0
    if state.link == .max {
      removed = try remove(upTo: last)
      if removed < limit { (state.merging, state.link) = (nil, 0) }
    }
    try state.write(database)
    return max(links + removed, 1)
  }

  private mutating func mergeLinks(
    upTo last: Int, _ state: inout ClickLogState
  ) throws(LinkStoreError) -> Int {
    guard state.link < .max else { return 0 }
    var waiting = try WaitingClicks(state, upTo: last, in: database)
    let rollUp = try database.rollUpState()
    var counters = CounterTables(database)
    var sums = DaySums()
    var links = 0
    while links < limit {
      guard let clicks = try waiting.next() else {
        state.link = .max
        break
      }
      try counters.add(clicks, rollUp, &sums)
      state.link = clicks.link
      links += 1
    }
    try sums.write(database)
    capped += counters.capped
    return links
  }

  /// Removes rows that are completely merged.
  private func remove(upTo last: Int) throws(LinkStoreError) -> Int {
    try database.run(
      "DELETE FROM click_log WHERE (batch, last_link) IN (SELECT batch, last_link FROM click_log "
        + "WHERE batch <= ? ORDER BY batch, last_link LIMIT ?)",
      [.int(last), .int(limit)])
  }
}

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
