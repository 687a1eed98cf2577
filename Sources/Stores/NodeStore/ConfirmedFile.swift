import Dispatch
import Glibc
import LinkStorage
import SQLStorage
import System

/// The batches that the database had confirmed when clicks began to wait for it, or when the node stopped, in
/// a file beside the copy: if a server is promoted that lacks them, the next process counts them again.
struct ConfirmedFile: Sendable {
  let path: String
  let log: @Sendable (String) -> Void
  /// Writing many batches takes seconds, for which no click may wait.
  private let queue = DispatchQueue(label: "keiro.confirmed")

  /// The age in hours from which a batch is left alone: the database may have forgotten its writer.
  private static let oldest = 24

  /// Writes the batches of a store soon.
  func keepSoon(_ batches: @escaping @Sendable () -> [CountBatch]) {
    queue.async { write(batches()) }
  }

  /// Writes batches, and waits until they are on the disk.
  func keep(_ batches: [CountBatch]) { queue.sync { write(batches) } }

  private func write(_ batches: [CountBatch]) {
    do throws(SystemError) {
      let bytes = batches.flatMap { RecordSeal.seal(SpoolLine.record($0)) }
      try FileReplacement.replace(path, by: bytes, mode: 0o600)
    } catch {
      log(
        "\(path) could not be written, from which a restart in an outage would count again what the "
          + "next database lacks: \(error)")
    }
  }

  /// What an earlier process has kept, as far as it can be read. A file that cannot gives way to the next
  /// one, but stays.
  ///
  /// - Parameter hour: the present one since 1970.
  func batches(at hour: Int) -> [CountBatch] {
    guard fileExists(path) else { return [] }
    var batches: [CountBatch] = []
    do throws(FileReadError) {
      var reader = try BatchReader(path: path)
      while let entry = try reader.next() { batches.append(entry.batch) }
    } catch {
      let kept = path + "-unread"
      let place = rename(path, kept) == 0 ? " and is kept as \(kept)" : ""
      log("\(path) cannot be read\(place): \(error.message)")
    }
    return batches.filter { $0.hour > hour - Self.oldest }
  }
}
