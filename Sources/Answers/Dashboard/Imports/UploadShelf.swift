import HTTPCore
import JSONSyntax
import LinkImport
import Synchronization
import System

/// A file that somebody wants to import, and how far that has come.
final class Upload: Sendable {
  let id: String
  /// Whose it is: the subject of the session.
  let owner: String
  let fileName: String
  let size: Int
  let options: ImportOptions
  /// In seconds of the steady clock.
  let time: Double

  enum Stage: Sendable, Equatable {
    /// Being read without writing anything.
    case trying
    /// With the report.
    case tried(ImportReport)
    case applying
    case applied(ImportReport)
    /// With the reason.
    case failed(Sentence)
  }

  private struct State: Sendable {
    var stage = Stage.trying
    var position = 0
    /// Nil once nobody will read it again.
    var file: TemporaryFile?
  }

  private let state: Mutex<State>

  init(
    id: String, owner: String, fileName: String, file: TemporaryFile, size: Int,
    options: ImportOptions, time: Double
  ) {
    self.id = id
    self.owner = owner
    self.fileName = fileName
    self.size = size
    self.options = options
    self.time = time
    state = Mutex(State(file: file))
  }

  var file: TemporaryFile? { state.withLock { $0.file } }

  var stage: Stage { state.withLock { $0.stage } }

  /// Whether nothing happens to it until somebody decides.
  var isAbandoned: Bool { if case .tried = stage { true } else { false } }

  /// In percent.
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

  /// Begins to apply; false when that is not what comes next.
  func beginApplying() -> Bool {
    state.withLock { state in
      guard case .tried = state.stage else { return false }
      state.stage = .applying
      state.position = 0
      return true
    }
  }
}

/// What the form of an import says beside the file.
struct ImportOptions: Sendable, Equatable {
  var format = ImportFormat.auto
  /// Nil for the hosts of the file.
  var host: String?
  var overwritesEdits = false
  var takesClicks = false
}

/// Files that wait for somebody's decision, and the reports about those that were imported: a few of
/// each, for an hour.
final class UploadShelf: Sendable {
  private struct State {
    var uploads: [String: Upload] = [:]
    /// The owners of files that are still arriving.
    var arriving: [String] = []

    /// The number of files of somebody, or of all.
    func files(of owner: String? = nil) -> Int {
      arriving.count { owner == nil || $0 == owner }
        + uploads.values.count { $0.file != nil && (owner == nil || $0.owner == owner) }
    }
  }

  /// The place of a file that is arriving; free again when nobody holds it.
  final class Place: Sendable {
    fileprivate let owner: String
    private let shelf: UploadShelf

    fileprivate init(_ owner: String, on shelf: UploadShelf) {
      (self.owner, self.shelf) = (owner, shelf)
    }

    deinit { shelf.leave(owner) }
  }

  private let state = Mutex(State())

  private static let limit = 16
  private static let limitEach = 4
  private static let reportLimit = 64
  private static let lifetime = 3600.0
  static let byteLimit = 1 << 30

  /// A place for a file of somebody's; nil when there is none. A file that was tried out and left
  /// gives its place up to another of the same owner, and to others while its owner has several.
  func begin(_ owner: String, at now: HTTPInstant) -> Place? {
    let (hasPlace, dropped) = state.withLock { state -> (Bool, [Upload]) in
      var dropped = Self.drop(from: &state) { now.steadySeconds - $0.time >= Self.lifetime }
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
    return hasPlace ? Place(owner, on: self) : nil
  }

  /// Keeps a file that has arrived in the place that it has.
  func put(_ upload: Upload, in place: Place) {
    let dropped = state.withLock { state -> Upload? in
      state.uploads[upload.id] = upload
      let reports = state.uploads.values.filter { $0.file == nil }
      guard reports.count > Self.reportLimit, let oldest = reports.min(by: { $0.time < $1.time })
      else { return nil }
      return state.uploads.removeValue(forKey: oldest.id)
    }
    withExtendedLifetime((dropped, place)) {}
  }

  /// Nil when there is none, or it is somebody else's.
  func upload(_ id: String, of owner: String) -> Upload? {
    state.withLock { $0.uploads[id] }.flatMap { $0.owner == owner ? $0 : nil }
  }

  private func leave(_ owner: String) {
    state.withLock { state in
      if let index = state.arriving.firstIndex(of: owner) { state.arriving.remove(at: index) }
    }
  }

  private static func drop(
    from state: inout State, where isDropped: (Upload) -> Bool
  ) -> [Upload] {
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
