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
  /// The places of unfinished imports, each of which holds the beginning of a row.
  private let places = TransferSlots(limit: 16, limitEach: 4, reserve: 4)

  /// The time after which an idle import is dropped, in seconds.
  private static let idleLimit = 120.0
  /// The time after which an idle import may be dropped for a new one, in seconds.
  private static let patience = 10.0
  /// The number of imports remembered: unfinished ones have places, and only the reports of the
  /// others are requested again.
  private static let limit = 64

  package init() {}

  /// The import to which a piece belongs.
  ///
  /// - Parameter begin: creates an import for the first piece of a file.
  func task(
    _ key: String, _ terms: [String: String], of owner: TransferSlots.Owner, at offset: Int,
    now: Double, begin: (TransferSlots.Slot) throws(Problem) -> ImportTask
  ) throws(Problem) -> ImportTask {
    forgetIdle(now, except: key)
    if let upload = uploads.withLock({ $0[key] }) {
      guard upload.terms == terms else { throw Problem(.idempotencyKeyReused) }
      guard offset <= upload.task.progress.received else { throw Self.lost }
      uploads.withLock { $0[key]?.lastUse = now }
      return upload.task
    }
    guard offset == 0 else { throw Self.lost }
    let task = try begin(try place(for: owner, now))
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

  /// A place for an unfinished import. Without one, that which has been idle longest is dropped.
  private func place(
    for owner: TransferSlots.Owner, _ now: Double
  ) throws(Problem) -> TransferSlots.Slot {
    if !places.hasRoom(for: owner) {
      forgetIdle(now, since: Self.patience, atMost: 1)
    }
    guard let place = places.enter(owner) else {
      throw .busy(Sentence(ServiceRefusal.tooManyTransfers))
    }
    return place
  }

  /// Drops idle imports, those that have been idle longest first, and with them their places. An import
  /// with a piece that is arriving or being processed is not idle, however long that takes.
  ///
  /// - Parameter key: an import to keep.
  func forgetIdle(
    _ now: Double, since limit: Double = ImportUploads.idleLimit, atMost count: Int = .max,
    except key: String? = nil
  ) {
    let idle = uploads.withLock { uploads in
      let idle = uploads.filter { upload in
        upload.key != key && upload.value.lastUse + limit < now && !upload.value.task.isInUse
      }.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(count)
      for upload in idle { uploads[upload.key] = nil }
      return idle
    }
    for upload in idle { upload.value.task.cancel() }
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
