import System

/// The queues beside the loops, each with its own threads, so that none stands in another's way.
package struct WorkQueues: Sendable {
  /// Quick calls of the management API, each of which waits for the store. Changes that wait side by
  /// side share its flush, or its way across a network.
  package let calls = WorkQueue(label: "keiro.calls", lanes: 64, places: .max)
  /// Calls of the management API that compute for long, such as `/v1/match`.
  package let heavyCalls = WorkQueue(
    label: "keiro.heavy", lanes: halfOfCores, places: 32, placesEach: 4)
  /// Pieces of files, which come one after another for each transfer.
  package let pieces = WorkQueue(label: "keiro.transfers", lanes: halfOfCores, places: .max)
  package let transfers = TransferSlots(limit: 8, limitEach: 4)
  /// Comparing a password takes 40 ms and 16 MB by design. The wait in a full queue is about a
  /// second.
  package let passwords = WorkQueue(
    label: "keiro.passwords", lanes: halfOfCores, places: 32, placesEach: 4)

  /// Looks at hosts from outside, which wait for answers of others.
  package let examinations = WorkQueue(
    label: "keiro.examinations", lanes: 2, places: 16, placesEach: 4)

  /// Explanations for visitors take milliseconds and query the store.
  package let explanations = WorkQueue(label: "keiro.explanations", lanes: 1, places: 31)
  /// Drawing a QR code takes milliseconds.
  package let pictures = WorkQueue(label: "keiro.pictures", lanes: 1, places: 63)

  private static let halfOfCores = max(1, min(4, Process.processors / 2))
}
