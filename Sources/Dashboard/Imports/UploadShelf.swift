import Cryptography
import HTTPCore
import LinkStorage
import Synchronization
import System

/// A file that somebody wants to import, and how far that has come.
final class Upload: Sendable {
  let id: String
  /// Whose it is: the subject of the session.
  let owner: String
  let fileName: String
  let path: String
  let size: Int
  let options: ImportOptions
  /// Of the steady clock.
  let time: Double

  enum Stage: Sendable, Equatable {
    /// Being read without writing anything.
    case trying
    /// With the report.
    case tried(APIReport)
    case applying
    case applied(APIReport)
    /// With a sentence about it.
    case failed(String)
  }

  private struct State: Sendable {
    var stage = Stage.trying
    var position = 0
  }

  private let state = Mutex(State())

  init(
    id: String, owner: String, fileName: String, path: String, size: Int, options: ImportOptions,
    time: Double
  ) {
    self.id = id
    self.owner = owner
    self.fileName = fileName
    self.path = path
    self.size = size
    self.options = options
    self.time = time
  }

  deinit { removeFile(path) }

  var stage: Stage { state.withLock { $0.stage } }

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

/// The body of the API's answer to an import.
struct APIReport: Sendable, Equatable {
  let json: [UInt8]
}

/// What the form of an import says beside the file.
struct ImportOptions: Sendable, Equatable {
  var format = "auto"
  /// Nil for the hosts of the file.
  var host: String?
  var overwritesEdits = false
  var takesClicks = false
}

/// Files that wait: a few, for an hour.
final class UploadShelf: Sendable {
  private let uploads = Mutex<[String: Upload]>([:])

  private static let limit = 16
  private static let lifetime = 3600.0
  static let byteLimit = 1 << 30

  /// False when too many wait.
  func put(_ upload: Upload, at now: HTTPInstant) -> Bool {
    uploads.withLock { uploads in
      uploads = uploads.filter { now.steadySeconds - $0.value.time < Self.lifetime }
      guard uploads.count < Self.limit else { return false }
      uploads[upload.id] = upload
      return true
    }
  }

  /// Nil when there is none, or it is somebody else's.
  func upload(_ id: String, of owner: String) -> Upload? {
    uploads.withLock { $0[id] }.flatMap { $0.owner == owner ? $0 : nil }
  }
}
