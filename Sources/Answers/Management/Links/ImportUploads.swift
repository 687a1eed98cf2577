import Changes
import HTTPCore
import JSONSyntax
import Service
import Synchronization

/// Imports whose files come in pieces: a connection that is cut costs a piece at most.
///
/// A piece says where it stands in the file, so one that comes twice is taken once. What nobody goes
/// on with is forgotten, and so is everything when the process ends; then the file is sent from its
/// beginning, and what was imported before counts as unchanged.
package final class ImportUploads: Sendable {
  private struct Upload {
    let task: ImportTask
    /// The parameters of the first piece.
    let terms: [String: String]
    /// Of the steady clock.
    var lastUse: Double
  }

  private let uploads = Mutex<[String: Upload]>([:])

  /// Seconds.
  private static let idleLimit = 120.0
  /// So many are remembered: those at work have their shares of the transfers, and of the others the
  /// reports alone are asked for again.
  private static let limit = 64

  package init() {}

  /// The import that a piece belongs to.
  ///
  /// - Parameter begin: makes an import for the first piece of a file.
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

  /// Gives up the imports that nobody goes on with, and their shares of the transfers.
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
    "the pieces before this one are not here: expected the file from its beginning, with another "
      + "Idempotency-Key")
}

/// The place of a piece in a file.
struct ImportPiece: Sendable {
  let key: String
  /// Bytes before it.
  let offset: Int
  /// Whether others follow.
  let hasMore: Bool
}
