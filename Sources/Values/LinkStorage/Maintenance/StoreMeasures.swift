import Synchronization

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
