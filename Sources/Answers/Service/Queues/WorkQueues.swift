import System

/// The queues besides the event loops, each with its own threads, so that none blocks another.
package struct WorkQueues: Sendable {
  /// Quick calls of the management API, each of which waits for the store. Concurrent changes share
  /// its flush, or its network round trip.
  package let calls = WorkQueue(label: "keiro.calls", lanes: 64, slots: .max)
  /// Probes and scrapes, which ask the store how it is and must not wait for calls.
  package let probes = WorkQueue(label: "keiro.probes", lanes: 2, slots: .max)
  /// Calls of the management API with long computations, such as `/v1/match`.
  package let heavyCalls = WorkQueue(
    label: "keiro.heavy", lanes: halfOfCores, slots: 32, slotsEach: 4)
  /// Pieces of files, processed one after another for each transfer.
  package let pieces = WorkQueue(label: "keiro.transfers", lanes: halfOfCores, slots: .max)
  /// The slots for imports and exports at work.
  package let transfers = TransferSlots(limit: 8, limitEach: 4, reserve: 2)
  /// Password checks, which take 40 ms and 16 MB each by design. The wait in a full queue is about
  /// a second.
  package let passwords = WorkQueue(
    label: "keiro.passwords", lanes: halfOfCores, slots: 32, slotsEach: 4)

  /// Examinations of hosts from outside, which wait for responses of other servers.
  package let examinations = WorkQueue(
    label: "keiro.examinations", lanes: 2, slots: 16, slotsEach: 4)

  /// Reads of what visits need and memory lacks: links and tokens. Few, since each has a connection to
  /// the file, and more of them would not make a disk faster.
  package let reads = WorkQueue(label: "keiro.reads", lanes: 4, slots: 1020)
  /// Explanations for visitors, which take milliseconds and query the store.
  package let explanations = WorkQueue(label: "keiro.explanations", lanes: 1, slots: 31)
  /// Drawings of QR codes, which take milliseconds.
  package let pictures = WorkQueue(label: "keiro.pictures", lanes: 1, slots: 63)

  private static let halfOfCores = max(1, min(4, Process.processors / 2))
}
