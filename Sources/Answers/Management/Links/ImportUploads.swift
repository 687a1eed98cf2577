import Changes
import HTTPCore
import JSONSyntax
import Service
import Synchronization

/// Imports whose files arrive in pieces, so a broken connection costs at most one piece.
///
/// Each piece states its position in the file, so one that arrives twice is used once. Idle imports
/// are dropped, as is everything when the process ends; the file is then sent from its beginning,
/// and links already imported count as unchanged.
package final class ImportUploads: Sendable {
  private struct Upload {
    let task: ImportTask
    /// The parameters of the first piece.
    let terms: [String: String]
    /// The time of the last piece by the steady clock, in seconds.
    var lastUse: Double
  }

  private let uploads = Mutex<[String: Upload]>([:])

  /// The time after which an idle import is dropped, in seconds.
  private static let idleLimit = 120.0
  /// The number of imports remembered: running ones have shares of the transfers, and only the
  /// reports of the others are requested again.
  private static let limit = 64

  package init() {}

  /// The import to which a piece belongs.
  ///
  /// - Parameter begin: creates an import for the first piece of a file.
  func task(
    _ key: String, _ terms: [String: String], at offset: Int, now: Double,
    begin: () throws(Problem) -> ImportTask
  ) throws(Problem) -> ImportTask {
    forgetIdle(now)
    if let upload = uploads.withLock({ $0[key] }) {
      guard upload.terms == terms else { throw Problem(.idempotencyKeyReused) }
      guard offset <= upload.task.progress.received else { throw Self.lost }
      uploads.withLock { $0[key]?.lastUse = now }
      return upload.task
    }
    guard offset == 0 else { throw Self.lost }
    let task = try begin()
    let upload = Upload(task: task, terms: terms, lastUse: now)
    uploads.withLock { uploads in
      if uploads.count >= Self.limit {
        let done = uploads.filter { $0.value.task.isDone }
        if let oldest = done.min(by: { $0.value.lastUse < $1.value.lastUse }) {
          uploads[oldest.key] = nil
        }
      }
      uploads[key] = upload
    }
    return task
  }

  /// Drops idle imports, and with them their shares of the transfers.
  func forgetIdle(_ now: Double) {
    let idle = uploads.withLock { uploads in
      let idle = uploads.filter { $0.value.lastUse + Self.idleLimit < now }
      for key in idle.keys { uploads[key] = nil }
      return idle
    }
    for upload in idle.values { upload.task.cancel() }
  }

  private static let lost = Problem(
    .conflict, "upload-lost",
    "the pieces before this one are missing: expected the file from its beginning, with another "
      + "Idempotency-Key")
}

/// The position of a piece in a file.
struct ImportPiece: Sendable {
  let key: String
  /// The number of bytes before it.
  let offset: Int
  /// Whether more pieces follow.
  let hasMore: Bool
}
