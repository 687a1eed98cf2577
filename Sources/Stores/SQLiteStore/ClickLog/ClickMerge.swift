import LinkStorage
import Links
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
      state.beginMerge()
    }
    guard let last = state.merging else { return 0 }
    let links = try mergeLinks(upTo: last, &state)
    var removed = 0
    if state.link == .max {
      removed = try remove(upTo: last)
      if removed < limit { state.endMerge() }
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

extension ClickLogState {
  fileprivate mutating func beginMerge() {
    merging = nextBatch - 1
    link = 0
    (batches, bytes, since) = (0, 0, nil)
  }

  fileprivate mutating func endMerge() {
    merging = nil
    link = 0
  }
}
