import KeiroConfiguration
import SiteModel
import System

/// The files of all sites' well-known folders, read into memory so that a request never touches the disk,
/// and the state of the folders at the last reading: certificate clients put files there and expect them
/// to be served at once.
struct WellKnownWatch {
  fileprivate struct Folder {
    let path: String
    var files: [WellKnownFile]
    /// The names, sizes and times of the files at the last reading; nil after an incomplete one, so that
    /// it is repeated.
    var fingerprint: [FolderWalk.File]?
  }

  /// The folder of each site; nil for a site without one.
  private var folders: [Folder?]

  /// - Parameter before: the files served so far, kept where a folder cannot be read.
  init(folders paths: [String?], before: WellKnownWatch? = nil) {
    let old = before?.folders.compactMap(\.self) ?? []
    folders = paths.map { path in
      path.map { path in
        Folder(path: path, files: old.first { $0.path == path }?.files ?? [])
      }
    }
    _ = hasChanged()
  }

  mutating func hasChanged() -> Bool {
    folders.indices.count { folders[$0]?.update() == true } > 0
  }

  func files(_ site: Int) -> [WellKnownFile] {
    folders[site]?.files ?? []
  }

  func apply(to snapshot: ServiceSnapshot) -> ServiceSnapshot {
    snapshot.replacing(wellKnownFiles: folders.indices.map(files))
  }
}

extension WellKnownWatch.Folder {
  private static let fileBytes = 1 << 20
  private static let fileLimit = 1000
  private static let depth = 4

  /// Reads the files, except for those that are too large, if any has changed. Unreadable ones stay as they
  /// were: a process without free descriptors must not lose files.
  fileprivate mutating func update() -> Bool {
    let found = try? FolderWalk.files(in: path, depth: Self.depth, limit: Self.fileLimit)
    guard let found, found != fingerprint else { return false }
    let before = files
    fingerprint = found
    files = found.compactMap { file in
      do throws(SystemError) {
        let bytes = try FolderWalk.contents(of: file.name, in: path, limit: Self.fileBytes)
        return bytes.map { WellKnownFile(name: file.name, bytes: $0) }
      } catch {
        fingerprint = nil
        return before.first { $0.name == file.name }
      }
    }
    return files != before
  }
}

final class SitePart: ServicePart {
  private(set) var snapshot: ServiceSnapshot
  private var configured: ServiceSnapshot
  private var wellKnown = WellKnownWatch(folders: [])
  /// The sites of the previous configuration, while a worker may still refer to them: deallocating a
  /// hundred thousand links would otherwise delay the last worker that releases them.
  private var retired: (snapshot: ServiceSnapshot, ticks: Int)?

  /// The seconds after which every worker has released them.
  static let retirement = 2

  init(_ snapshot: ServiceSnapshot) {
    self.snapshot = snapshot
    configured = snapshot
  }

  func prepare(_ next: CompiledConfiguration) -> Adoption {
    { [self] in
      retired = (snapshot, Self.retirement)
      configured = next.snapshot
      wellKnown = WellKnownWatch(folders: next.snapshot.wellKnownFolders, before: wellKnown)
      snapshot = wellKnown.apply(to: next.snapshot)
    }
  }

  func tick() -> Bool {
    retired = retired.flatMap { $0.ticks > 1 ? ($0.snapshot, $0.ticks - 1) : nil }
    guard wellKnown.hasChanged() else { return false }
    snapshot = wellKnown.apply(to: configured)
    return true
  }
}

/// Returns unused memory to the system: after a start or a reload, and after a surge of visits.
final class MemoryPart: ServicePart {
  private var watch = MemoryWatch()

  func prepare(_ next: CompiledConfiguration) -> Adoption {
    { [self] in watch.noteConfiguration() }
  }

  func tick() -> Bool {
    guard watch.isDue(idle: { Memory.idle }) else { return false }
    Memory.returnUnused()
    watch.noteReturn(idle: Memory.idle)
    return false
  }
}

/// Decides, once a second, whether unused memory is returned.
struct MemoryWatch {
  /// The seconds until the previous configuration is released; nil afterwards.
  private var settling: Int?
  /// The seconds since memory was last returned or measured.
  private var age = 0
  /// The bytes still idle after the last return; nil if unknown.
  private var level: Int?

  private static let interval = 15
  /// The growth of idle memory, in bytes, that justifies returning it and faulting pages in again.
  private static let growth = 4 << 20

  /// Expects the memory of the previous configuration to become free.
  mutating func noteConfiguration() {
    settling = SitePart.retirement + 1
  }

  mutating func noteReturn(idle: Int?) {
    age = 0
    level = idle
  }

  /// - Parameter idle: measures the resident bytes that are not in use; nil if unknown.
  mutating func isDue(idle: () -> Int?) -> Bool {
    age += 1
    if let seconds = settling {
      settling = seconds > 1 ? seconds - 1 : nil
      return settling == nil
    }
    guard age >= Self.interval, let level else { return false }
    age = 0
    return idle().map { $0 - level > Self.growth } ?? false
  }
}
