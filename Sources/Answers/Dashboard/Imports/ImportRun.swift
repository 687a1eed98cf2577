import Changes
import Dispatch
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Management
import Service
import SiteModel
import System

/// Imports a file that has been uploaded, piece by piece, in the background.
final class ImportRun: Sendable {
  private let pages: DashboardPages
  private let upload: Upload
  private let user: SignedIn
  private let isDryRun: Bool
  private let now: HTTPInstant

  init(
    _ pages: DashboardPages, _ upload: Upload, _ user: SignedIn, isDryRun: Bool, at now: HTTPInstant
  ) {
    self.pages = pages
    self.upload = upload
    self.user = user
    self.isDryRun = isDryRun
    self.now = now
  }

  private static let queue = DispatchQueue(label: "keiro.imports", attributes: .concurrent)

  /// Waits until all imports that have begun are over.
  static func settle() { queue.sync(flags: .barrier) {} }

  /// Begins with a slot that was free.
  func begin(_ slot: TransferSlots.Slot) {
    Self.queue.async { [self] in run(slot) }
  }

  /// Begins as soon as there is a slot.
  func beginWhenFree() {
    pages.directory.queues.transfers.enter(user.transferOwner) { [self] slot in begin(slot) }
  }

  private var terms: ImportTerms {
    let options = upload.options
    var reading = ImportReading()
    reading.takesClicks = options.takesClicks
    reading.mapping = options.mapping
    reading.skipsPage = options.skipsPage
    return ImportTerms(
      options.format,
      LinkImport.Options(
        isDryRun: isDryRun, overwritesEdits: options.overwritesEdits, reading: reading),
      otherHost: options.host)
  }

  private func run(_ slot: TransferSlots.Slot) {
    do throws(Problem) {
      let task = try ImportTask(
        terms, by: user.authority,
        sites: user.authority.reach.patterns.map(pages.service.snapshot.bounded)
          ?? pages.service.snapshot,
        directory: pages.directory,
        at: Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch)))
      do throws(FileReadError) {
        guard let kept = upload.file else { return task.cancel() }
        let file = try FilePieces(kept)
        while let piece = try file.next() {
          pages.directory.waitForTransfer { task.feed(piece) }
          upload.note(position: file.position)
        }
      } catch {
        task.cancel()
        return upload.enter(.failed(Sentence(english: error.message)))
      }
      end(task, slot)
    } catch {
      upload.enter(.failed(error.faults.first?.reason ?? error.sentence))
    }
  }

  private func end(_ task: ImportTask, _ slot: TransferSlots.Slot) {
    defer { withExtendedLifetime(slot) {} }
    switch pages.directory.waitForTransfer({ task.finish() }) {
    case .success(let report): upload.enter(isDryRun ? .tried(report) : .applied(report))
    case .failure(let error): upload.enter(.failed(Problem(error).sentence))
    }
  }
}
