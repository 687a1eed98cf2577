package import Changes
import HTTPCore
import JSONSyntax
package import LinkImport
import LinkStorage
package import Links
package import Service
package import SiteModel
import Synchronization

/// A running import: reads a file piece by piece and reports the result.
package final class ImportTask: Sendable {
  private struct State {
    var failure: ChangeError?
    var received = 0
    var result: Result<ImportReport, ChangeError>?
  }

  private let directory: LinkDirectory
  private let isDryRun: Bool
  /// The place among the files that arrive in pieces; nil for others, and when the import is finished or
  /// cancelled.
  private let place: Mutex<TransferSlots.Slot?>
  /// The number of pieces that are arriving or being processed.
  private let users = Atomic(0)
  /// The work, which waits for the store.
  private let work: Mutex<LinkImport>
  /// How far it is, for event loops, which cannot wait for the work.
  private let state = Mutex(State())

  /// - Parameters:
  ///   - sites: the sites within the caller's reach.
  ///   - place: its place among the files that arrive in pieces; nil for a whole file.
  package init(
    _ terms: ImportTerms, by authority: Authority, sites: ServiceSnapshot,
    directory: LinkDirectory, place: TransferSlots.Slot? = nil, at now: Timestamp
  ) throws(Problem) {
    if let host = terms.otherHost {
      guard authority.covers(host) else { throw Problem(.hostNotReached(host)) }
      guard sites.siteTable.site(of: host) != nil else {
        throw .parameter("as", sites.siteTable.unserved(host))
      }
    }
    self.place = Mutex(place)
    self.directory = directory
    isDryRun = terms.isDryRun
    let editor = LinkEditor(by: authority, in: directory.managed, of: sites, at: now)
    let passwords = directory.passwords
    let work = Result { () throws(ChangeError) in
      try editor.importing(terms, passwords: passwords)
    }
    self.work = Mutex(try work.mapError { Problem($0) }.get())
  }

  /// The number of bytes of the file received, and the failure that stopped it.
  package var progress: (received: Int, failure: ChangeError?) {
    state.withLock { ($0.received, $0.failure) }
  }

  /// Begins to use the import for a piece.
  func enter() { users.add(1, ordering: .relaxed) }
  func leave() { users.subtract(1, ordering: .relaxed) }
  /// Whether a piece is arriving or being processed.
  var isInUse: Bool { users.load(ordering: .relaxed) > 0 }

  var isDone: Bool { state.withLock { $0.result != nil || $0.failure != nil } }

  /// Reads a part of the file, and waits for the store.
  ///
  /// - Parameter position: the position of the bytes in the file; bytes already received are
  ///   skipped. Nil appends to the previous bytes.
  package func feed(_ bytes: [UInt8], at position: Int? = nil) {
    work.withLock { work in
      let new = state.withLock { state -> ArraySlice<UInt8>? in
        let known = state.received - (position ?? state.received)
        guard state.failure == nil, state.result == nil, known >= 0, known < bytes.count else {
          return nil
        }
        state.received += bytes.count - known
        return bytes[known...]
      }
      guard let new else { return }
      do throws(ChangeError) {
        try work.feed(new)
      } catch {
        state.withLock { $0.failure = error }
      }
    }
  }

  /// Ends the file and reports the result; a repeated call returns the same report.
  package func finish() -> Result<ImportReport, ChangeError> {
    let result = work.withLock { work -> Result<ImportReport, ChangeError> in
      let ended = state.withLock { $0.failure.map(Result.failure) ?? $0.result }
      if let ended { return ended }
      let result = Result { () throws(ChangeError) in try work.finish() }
      state.withLock { $0.result = result }
      return result
    }
    // An import has touched too many keys to store.
    if !isDryRun { directory.note(.everything) }
    place.withLock { $0 = nil }
    return result
  }

  /// Abandons the rest of the file. Links that were already written remain.
  package func cancel() {
    place.withLock { $0 = nil }
    directory.transfer { [self] in
      guard !isDryRun else { return }
      directory.note(.everything)
      work.withLock { $0.abandon() }
    }
  }
}

extension APIRequest {
  /// The request that sends a piece of a file; whoever answers looks the zone up.
  package init(
    importing terms: ImportTerms, in zone: String?, _ piece: [UInt8], at offset: Int, hasMore: Bool,
    key: String
  ) {
    func on(_ flag: APIParameter<Bool>, _ isOn: Bool) -> Item? { flag(isOn ? true : nil) }
    let reading = terms.reading
    let mapping = reading.mapping.map { "\($0.column)=\($0.path)" }.joined(separator: ",")
    self.init(
      .importLinks,
      query: [
        CallParameters.importFormat(terms.format), on(CallParameters.dryRun, terms.isDryRun),
        on(CallParameters.overwrite, terms.overwritesEdits),
        on(CallParameters.clicks, reading.takesClicks), CallParameters.otherHost(terms.otherHost),
        CallParameters.map(mapping.isEmpty ? nil : mapping), CallParameters.timeZone(text: zone),
        CallParameters.redirectStatus(reading.status),
        CallParameters.offset(offset), on(CallParameters.more, hasMore),
      ], file: piece)
    fields.append(("Idempotency-Key", key))
  }
}

/// Imports whose files arrive in pieces, so a broken connection costs at most one piece.
///
/// Each piece states its position in the file, so one that arrives twice is used once. Idle imports
/// are dropped, as is everything when the process ends; the file is then sent from its beginning,
/// and links already imported count as unchanged.
package final class ImportUploads: Sendable {
  private struct Upload {
    let task: ImportTask
    let terms: [String: String]
    let owner: TransferSlots.Owner
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

  /// The import to which a piece belongs, which begins with the first piece of a file.
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
    let upload = Upload(task: task, terms: terms, owner: owner, lastUse: now)
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
      forgetIdle(now, since: Self.patience, atMost: 1, for: owner)
    }
    guard let place = places.enter(owner) else {
      throw .busy(Sentence(ServiceRefusal.tooManyTransfers))
    }
    return place
  }

  /// Drops idle imports, those that have been idle longest first, and with them their places. An import
  /// with a piece that is arriving or being processed is not idle, however long that takes.
  ///
  /// - Parameters:
  ///   - owner: the caller that needs the place: imports that share its places are dropped first.
  ///   - key: an import to keep.
  func forgetIdle(
    _ now: Double, since limit: Double = ImportUploads.idleLimit, atMost count: Int = .max,
    for owner: TransferSlots.Owner? = nil, except key: String? = nil
  ) {
    let idle = uploads.withLock { uploads in
      let idle = uploads.filter { upload in
        upload.key != key && upload.value.lastUse + limit < now && !upload.value.task.isInUse
      }.map {
        (key: $0.key, value: $0.value, isShared: owner?.shares(with: $0.value.owner) ?? false)
      }
      .sorted { one, other in
        one.isShared == other.isShared
          ? one.value.lastUse < other.value.lastUse : one.isShared
      }.prefix(count)
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

struct ImportPiece: Sendable {
  let key: String
  let offset: Int
  let hasMore: Bool
}
