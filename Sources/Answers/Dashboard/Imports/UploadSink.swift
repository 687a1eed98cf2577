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
import Synchronization
import System

/// Receives the form of an import: the file, of any size, is written to disk as it arrives, and
/// tried out once it is complete.
final class UploadSink: HTTPBodySink {
  private struct State {
    var decoder: MultipartDecoder
    var user: SignedIn?
    var problem: Problem?
    var fields = PageForm()
    var fileName = ""
    var file: TemporaryFile?
    var slot: UploadShelf.Slot?
    var size = 0
    var isComplete = false
  }

  private let pages: DashboardPages
  private let request: PageRequest
  private let now: HTTPInstant
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "keiro.upload")

  init(_ pages: DashboardPages, _ request: PageRequest, boundary: String, at now: HTTPInstant) {
    self.pages = pages
    self.request = request
    self.now = now
    state = Mutex(State(decoder: MultipartDecoder(boundary: boundary)))
  }

  private func context(_ user: SignedIn?) -> PageContext {
    PageContext(pages, request, user: user, at: now)
  }

  func receive(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      state.withLock { take(bytes, &$0) }
      completion()
    }
  }

  private func take(_ bytes: [UInt8], _ state: inout State) {
    guard state.problem == nil else { return }
    do throws(Problem) {
      if state.user == nil {
        state.user = try context(nil).session()
        guard state.user?.canEdit == true else { throw .roleRefused }
      }
      for event in state.decoder.feed(bytes) { try take(event, &state) }
    } catch {
      state.problem = error
    }
  }

  private func take(_ event: MultipartDecoder.Event, _ state: inout State) throws(Problem) {
    switch event {
    case .field(let name, let value): state.fields.add(name, value)
    case .file(_, let fileName): try open(fileName, &state)
    case .bytes(let bytes):
      state.size += bytes.count
      guard state.size <= UploadShelf.byteLimit else {
        throw Problem(.contentTooLarge, "file-too-large", Sentence(Word.fileTooLarge))
      }
      do throws(SystemError) {
        try state.file?.append(bytes)
      } catch {
        throw Problem(.serviceUnavailable, "no-room", Sentence(Word.fileNotKept))
      }
    case .end: state.isComplete = true
    case .failure:
      throw Problem(.badRequest, "malformed-request", Sentence(Word.formNotMultipart))
    }
  }

  private func open(_ fileName: String, _ state: inout State) throws(Problem) {
    guard state.file == nil else {
      throw Problem(.badRequest, "malformed-request", Sentence(Word.manyFiles))
    }
    let name = try PageContext.randomName()
    let owner = state.user?.session.subject ?? ""
    let reach = state.user?.authority.reach ?? .everywhere
    guard let slot = pages.memory.uploads.begin(owner, reach: reach, at: now) else {
      throw .busy(Sentence(Word.tooManyUploads))
    }
    state.slot = slot
    do throws(SystemError) {
      state.file = try TemporaryFile(
        in: pages.sources.uploadFolder, name: "keiro-upload-\(name)")
    } catch {
      throw Problem(
        .serviceUnavailable, "no-room", Sentence(Phrase(.uploadNotKept, "\(error)")))
    }
    state.fileName = String(fileName.prefix(200))
  }

  func finish(completion: @escaping HTTPCompletion) {
    queue.async { [self] in
      let answer = state.withLock { state -> HTTPResponse in
        let context = context(state.user)
        do throws(Problem) {
          return try begin(&state, context)
        } catch {
          discard(&state)
          return state.user == nil
            ? context.signInFirst(PageAddresses.importWithoutFile) : context.layout.plain(error)
        }
      }
      completion(answer.asPage(for: request.request))
    }
  }

  /// Begins the trial of the received file, and leads to its page.
  private func begin(_ state: inout State, _ context: PageContext) throws(Problem) -> HTTPResponse {
    if let problem = state.problem { throw problem }
    guard state.isComplete else {
      throw Problem(.badRequest, "malformed-request", Sentence(Word.formIncomplete))
    }
    guard let file = state.file, let slot = state.slot, state.size > 0, let user = state.user
    else {
      discard(&state)
      let fault: Word = state.fileName.isEmpty ? .fileMissing : .fileEmpty
      state.fields.faults = [FieldFault("file", fault)]
      return try context.importPage(state.fields, status: .unprocessableContent)
    }
    let id = try PageContext.randomName()
    let fields = state.fields
    var reading = ImportReading()
    reading.takesClicks = fields.has("clicks")
    let piece = (try? FilePieces(file).next()) ?? []
    let head = Array(piece.prefix(FileColumn.headLength))
    let columns = FileColumn.columns(of: head, isWhole: head.count == state.size)
    reading.mapping = KnownColumns(request).mapping(of: columns)
    let terms = ImportTerms(
      fields["format"].flatMap(ImportFormat.init(rawValue:)) ?? .auto, isDryRun: true,
      overwritesEdits: fields.has("overwrite"), reading: reading, onto: fields.text("as"))
    let upload = Upload(
      id: id, owner: user.session.subject, fileName: state.fileName, file: file,
      size: state.size, terms: terms, columns: columns, time: now.steadySeconds)
    pages.memory.uploads.put(upload, in: slot)
    discard(&state)
    ImportRun(pages, upload, user, isDryRun: true, at: now).beginWhenFree()
    return .redirect(to: "/dashboard/import/" + id)
  }

  private func discard(_ state: inout State) {
    (state.file, state.slot) = (nil, nil)
  }

  func cancel() {
    queue.async { [self] in state.withLock { discard(&$0) } }
  }
}

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

  private func run(_ slot: TransferSlots.Slot) {
    var terms = upload.terms
    terms.isDryRun = isDryRun
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
    case .success(let whole):
      // As much as its page shows: many reports are kept for an hour.
      let report = whole.shortened(to: PageContext.reportedLimit)
      upload.enter(isDryRun ? .tried(report) : .applied(report))
    case .failure(let error): upload.enter(.failed(Problem(error).sentence))
    }
  }
}
