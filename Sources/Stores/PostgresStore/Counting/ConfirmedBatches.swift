import LinkStorage
import Synchronization
import System

/// The batches that the server has recently confirmed: when a promoted server lacks the last commits,
/// they are sent again.
final class ConfirmedBatches: Sendable {
  /// The batches of each writer with the times of their confirmation, and the number of their clicks.
  private let state = Mutex(
    (entries: [CountWriter: [(batch: CountBatch, time: Int)]](), clicks: 0))

  /// How long a batch is remembered: a minute, in nanoseconds.
  private static let age = 60_000_000_000
  /// How old a batch is that is still sent again: a day. What is much older may be missing because the
  /// server has forgotten the writer.
  private static let oldest = 86_400_000_000_000
  /// How many rows of clicks are remembered at most.
  private let capacity: Int

  init(capacity: Int = 1_000_000) {
    self.capacity = capacity
  }

  func note(_ batch: CountBatch) {
    let now = Clock.monotonic()
    state.withLock { state in
      state.entries[batch.writer, default: []].append((batch, now))
      state.clicks += batch.clickCount
      for (writer, entries) in state.entries {
        let rest = entries.drop { entry in
          guard entry.time < now - Self.age || state.clicks > capacity else { return false }
          state.clicks -= entry.batch.clickCount
          return true
        }
        guard rest.count < entries.count else { continue }
        state.entries[writer] = rest.isEmpty ? nil : Array(rest)
      }
    }
  }

  /// The confirmed batches that a server lacks, those of each writer in their order.
  ///
  /// - Parameter last: the number of the last batch that the server has, by the name of its writer.
  func missing(after last: [String: Int]) -> [CountBatch] {
    let start = Clock.monotonic() - Self.oldest
    return state.withLock { state in
      state.entries.flatMap { writer, entries in
        let last = last[writer.name] ?? 0
        return entries.filter { $0.time > start && $0.batch.sequence > last }.map(\.batch)
          .sorted { $0.sequence < $1.sequence }
      }
    }
  }

  var writers: [CountWriter] { state.withLock { Array($0.entries.keys) } }
}
