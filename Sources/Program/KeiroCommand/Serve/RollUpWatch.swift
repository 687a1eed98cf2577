import Dispatch
import LinkStorage
import Links
import Synchronization

/// Makes the store roll up its counts step by step, and measures it.
///
/// A step occupies the writer for some milliseconds; the next one waits for the next look, so that
/// other writes come in between.
final class RollUpWatch: Sendable {
  private struct State {
    var isUnderWay = false
    var looksUntilNext = 0
    var looksUntilMeasuring = 0
    var measures: StoreMeasures?
  }

  /// The approximate number of rows in a step.
  private static let stepRows = 500
  /// The number of looks in a minute, which is the pause after a step that found nothing to do or
  /// failed.
  private static let idleLooks = 240
  /// The number of looks in five minutes.
  private static let measuringLooks = 1200

  private let store: any StoreMaintenance
  private let queue = DispatchQueue(label: "keiro.store.measures", qos: .utility)
  private let state = Mutex(State())

  init(_ store: any StoreMaintenance) {
    self.store = store
  }

  /// The size of the store as last measured; nil before the first measurement.
  var measures: StoreMeasures? { state.withLock { $0.measures } }

  /// Performs what is due; to be called four times a second.
  func look(_ retention: StatisticsRetention, now: Timestamp) {
    let (steps, measures) = state.withLock { state in
      state.looksUntilNext -= 1
      state.looksUntilMeasuring -= 1
      let isTimeToMeasure = state.looksUntilMeasuring < 0
      if isTimeToMeasure { state.looksUntilMeasuring = Self.measuringLooks }
      let isTimeToStep = !state.isUnderWay && state.looksUntilNext < 0
      if isTimeToStep { state.isUnderWay = true }
      return (isTimeToStep, isTimeToMeasure)
    }
    if steps { step(retention, now) }
    // Counting rows takes time, and nothing else should wait for it.
    if measures { queue.async { [self] in measure() } }
  }

  private func step(_ retention: StatisticsRetention, _ now: Timestamp) {
    store.rollUp(retention, limit: Self.stepRows, now: now) { [self] result in
      let isIdle = (try? result.get())?.isIdle ?? true
      state.withLock { state in
        state.isUnderWay = false
        state.looksUntilNext = isIdle ? Self.idleLooks : 0
      }
    }
  }

  private func measure() {
    guard let measures = try? store.measures() else { return }
    state.withLock { $0.measures = measures }
  }
}
