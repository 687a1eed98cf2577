import Synchronization

/// How large a store is, and what has become of its counts since it was opened.
package struct StoreMeasures: Equatable, Sendable {
  /// The length of the database file; 0 for stores without one.
  package var fileBytes = 0
  /// The length of the write-ahead log.
  package var logBytes = 0
  /// Rows of clicks by the hour.
  package var hourRows = 0
  /// Rows of clicks by the day.
  package var dayRows = 0
  /// Rows of launches by the day.
  package var launchRows = 0
  /// Rows of clicks that wait to be added to those of hours, some hundred clicks in each.
  package var waitingRows = 0
  /// Clicks and launches that were counted as `other`.
  package var capped = 0
  /// Rows of hours that were added to the sums of their days.
  package var rolledUp = 0
  /// Rows that were older than the retention.
  package var dropped = 0

  package init() {}
}

/// The part of the measures that a store keeps in memory.
package final class CountingActivity: Sendable {
  private let capped = Atomic(0)
  private let rolledUp = Atomic(0)
  private let dropped = Atomic(0)

  package init() {}

  /// Adds counts that went to `other`.
  package func note(capped count: Int) {
    if count > 0 { capped.add(count, ordering: .relaxed) }
  }

  /// Adds what a step of rolling up has done.
  package func note(_ step: RollUpStep) {
    rolledUp.add(step.rolledUp, ordering: .relaxed)
    dropped.add(step.dropped, ordering: .relaxed)
  }

  /// Puts the numbers into the measures.
  package func add(to measures: inout StoreMeasures) {
    measures.capped = capped.load(ordering: .relaxed)
    measures.rolledUp = rolledUp.load(ordering: .relaxed)
    measures.dropped = dropped.load(ordering: .relaxed)
  }
}
