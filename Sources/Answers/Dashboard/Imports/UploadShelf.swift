import Changes
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Service
import Synchronization
import System

/// An uploaded file, and the progress of its import.
final class Upload: Sendable {
  let id: String
  /// The subject of the session that uploaded it.
  let owner: String
  let fileName: String
  let size: Int
  /// The first values of its columns, if it is a table.
  let columns: [FileColumn]
  /// The time of the upload, in seconds of the steady clock.
  let time: Double

  enum Stage: Sendable, Equatable {
    /// The file is being read without writing anything.
    case trying
    /// The trial has ended with this report.
    case tried(ImportReport)
    case applying
    case applied(ImportReport)
    case failed(Sentence)
  }

  private struct State: Sendable {
    var stage = Stage.trying
    var terms: ImportTerms
    var position = 0
    /// Nil once the file is no longer needed.
    var file: TemporaryFile?
  }

  private let state: Mutex<State>

  init(
    id: String, owner: String, fileName: String, file: TemporaryFile, size: Int,
    terms: ImportTerms, columns: [FileColumn] = [], time: Double
  ) {
    self.id = id
    self.owner = owner
    self.fileName = fileName
    self.size = size
    self.columns = columns
    self.time = time
    state = Mutex(State(terms: terms, file: file))
  }

  var file: TemporaryFile? { state.withLock { $0.file } }

  var stage: Stage { state.withLock { $0.stage } }
  var terms: ImportTerms { state.withLock { $0.terms } }
  var reading: ImportReading { terms.reading }

  /// Whether it waits for a decision.
  var isAbandoned: Bool { if case .tried = stage { true } else { false } }

  /// Whether it is being read or applied.
  var isBusy: Bool { [.trying, .applying].contains(stage) }

  /// The progress in percent.
  var progress: Int {
    let position = state.withLock { $0.position }
    return size > 0 ? min(position * 100 / size, 100) : 100
  }

  func note(position: Int) { state.withLock { $0.position = position } }

  func enter(_ stage: Stage) {
    state.withLock { state in
      state.stage = stage
      state.position = 0
      switch stage {
      case .trying, .tried, .applying: break
      case .applied, .failed: state.file = nil
      }
    }
  }

  /// Begins to apply the import, or to try it again; false when it is not waiting for that.
  ///
  /// - Parameter change: what is different from the trial before.
  func begin(_ stage: Stage, _ change: (inout ImportReading) -> Void) -> Bool {
    state.withLock { state in
      guard case .tried = state.stage else { return false }
      state.stage = stage
      state.position = 0
      change(&state.terms.reading)
      return true
    }
  }
}

/// Files waiting for a decision, and the reports on finished imports: a few of each, for an hour, and for
/// as long as they are being imported.
final class UploadShelf: Sendable {
  private struct State {
    var uploads: [String: Upload] = [:]
    /// The owners of files that are still arriving.
    var arriving: [String] = []

    /// The number of files of one owner, or of all.
    func files(of owner: String? = nil) -> Int {
      arriving.count { owner == nil || $0 == owner }
        + uploads.values.count { $0.file != nil && (owner == nil || $0.owner == owner) }
    }
  }

  /// The slot of a file that is arriving, which is released with the object.
  final class Slot: Sendable {
    fileprivate let owner: String
    private let place: TransferSlots.Slot
    private let shelf: UploadShelf

    fileprivate init(_ owner: String, _ place: TransferSlots.Slot, on shelf: UploadShelf) {
      (self.owner, self.place, self.shelf) = (owner, place, shelf)
    }

    deinit { shelf.leave(owner) }
  }

  private let state = Mutex(State())
  /// The places of files that are arriving, which the people of one host share.
  private let places = TransferSlots(limit: limit, limitEach: limitEach, reserve: limitEach)

  private static let limit = 16
  private static let limitEach = 4
  private static let reportLimit = 64
  private static let lifetime = 3600.0
  static let byteLimit = 1 << 30

  /// A slot for an owner's file; nil when none is free. A file that was tried out and abandoned is
  /// dropped for another of the same owner, and for those of others while its owner has several.
  ///
  /// - Parameter reach: the hosts of the owner.
  func begin(_ owner: String, reach: HostReach = .everywhere, at now: HTTPInstant) -> Slot? {
    guard let place = places.enter(owner: owner, reach: reach) else { return nil }
    let (hasSlot, dropped) = state.withLock { state -> (Bool, [Upload]) in
      var dropped = Self.drop(from: &state) { upload in
        now.steadySeconds - upload.time >= Self.lifetime && !upload.isBusy
      }
      if state.files(of: owner) >= Self.limitEach {
        dropped += Self.dropAbandoned(of: owner, from: &state)
      } else if state.files() >= Self.limit {
        let owners = Set(state.uploads.values.map(\.owner))
        let greatest = owners.max { state.files(of: $0) < state.files(of: $1) }
        if let greatest, state.files(of: greatest) > 1 {
          dropped += Self.dropAbandoned(of: greatest, from: &state)
        }
      }
      guard state.files(of: owner) < Self.limitEach, state.files() < Self.limit else {
        return (false, dropped)
      }
      state.arriving.append(owner)
      return (true, dropped)
    }
    // Files are closed outside the lock.
    withExtendedLifetime(dropped) {}
    return hasSlot ? Slot(owner, place, on: self) : nil
  }

  /// Stores a file that has arrived in its slot.
  func put(_ upload: Upload, in slot: Slot) {
    let dropped = state.withLock { state -> Upload? in
      state.uploads[upload.id] = upload
      let reports = state.uploads.values.filter { $0.file == nil }
      guard reports.count > Self.reportLimit, let oldest = reports.min(by: { $0.time < $1.time })
      else { return nil }
      return state.uploads.removeValue(forKey: oldest.id)
    }
    withExtendedLifetime((dropped, slot)) {}
  }

  /// Nil when there is no such upload, or it belongs to someone else.
  func upload(_ id: String, of owner: String) -> Upload? {
    state.withLock { $0.uploads[id] }.flatMap { $0.owner == owner ? $0 : nil }
  }

  private func leave(_ owner: String) {
    state.withLock { state in
      if let index = state.arriving.firstIndex(of: owner) { state.arriving.remove(at: index) }
    }
  }

  private static func drop(from state: inout State, where isDropped: (Upload) -> Bool) -> [Upload] {
    let dropped = state.uploads.values.filter(isDropped)
    for upload in dropped { state.uploads[upload.id] = nil }
    return dropped
  }

  private static func dropAbandoned(of owner: String, from state: inout State) -> [Upload] {
    let oldest = state.uploads.values.filter { $0.owner == owner && $0.isAbandoned }
      .min { $0.time < $1.time }
    return drop(from: &state) { $0 === oldest }
  }
}
