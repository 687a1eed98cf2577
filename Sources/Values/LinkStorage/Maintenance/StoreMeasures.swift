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
  package var launchRows = 0
  /// Rows of clicks that wait to be added to those of hours, some hundred clicks in each.
  package var waitingRows = 0
  /// Clicks and launches that were counted as `other`.
  package var capped = 0
  package var rolledUp = 0
  package var dropped = 0

  package init() {}
}

/// The part of the measures that a store keeps in memory.
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
