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
  /// The maximum number of rows of clicks remembered.
  private static let capacity = 500_000

  func note(_ batch: CountBatch) {
    let now = Clock.monotonic()
    state.withLock { state in
      state.entries[batch.writer, default: []].append((batch, now))
      state.clicks += batch.clickCount
      for (writer, entries) in state.entries {
        let rest = entries.drop { $0.time < now - Self.age || state.clicks > Self.capacity * 2 }
        guard rest.count < entries.count else { continue }
        state.clicks -= entries.dropLast(rest.count).reduce(0) { $0 + $1.batch.clickCount }
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
