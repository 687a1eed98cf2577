import FoundationEssentials
import SiteModel

/// The files of a folder, read into memory so that a request never touches the disk.
enum WellKnownFolder {
  private static let fileBytes = 1 << 20
  private static let files = 1000
  private static let depth = 4

  /// What can be told of a folder without reading its files: a change of it is a change of them.
  struct Fingerprint: Equatable {
    fileprivate var entries: [String] = []
  }

  /// Nil when the folder cannot be read at the moment.
  static func fingerprint(_ folder: String) -> Fingerprint? {
    guard let found = regularFiles(in: folder) else { return nil }
    var fingerprint = Fingerprint()
    for (name, attributes) in found {
      let size = (attributes[.size] as? NSNumberLike)?.description ?? ""
      let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      fingerprint.entries.append("\(name) \(size) \(time)")
    }
    return fingerprint
  }

  /// Regular files alone: a link could lead out of the folder.
  ///
  /// - Parameter old: what stands for files that cannot be read at the moment.
  /// - Returns: also whether everything was read.
  static func read(
    _ folder: String, keeping old: [WellKnownFile]
  ) -> (files: [WellKnownFile], isWhole: Bool) {
    guard let found = regularFiles(in: folder) else { return (old, false) }
    var read: [WellKnownFile] = []
    var isWhole = true
    for (name, _) in found {
      switch contents(of: folder + "/" + name) {
      case .bytes(let bytes) where bytes.count <= fileBytes:
        read.append(WellKnownFile(name: name, bytes: bytes))
      case .bytes, .nothing: continue
      case .failure:
        isWhole = false
        if let file = old.first(where: { $0.name == name }) { read.append(file) }
      }
    }
    return (read, isWhole)
  }

  private enum Contents {
    case bytes([UInt8])
    /// It is gone, or not meant for this process.
    case nothing
    /// No descriptor is left, or the disk fails: it may be read in a moment.
    case failure
  }

  private static func contents(of path: String) -> Contents {
    do {
      return .bytes(Array(try Data(contentsOf: URL(filePath: path))))
    } catch {
      return isPassing(error) ? .failure : .nothing
    }
  }

  private static func isPassing(_ error: any Error) -> Bool {
    let code = (error as? CocoaError)?.code
    return code != .fileReadNoSuchFile && code != .fileReadNoPermission
  }

  private typealias Attributes = [FileAttributeKey: Any]
  private typealias NSNumberLike = any CustomStringConvertible

  /// Nil when a folder cannot be read at the moment.
  private static func regularFiles(
    in folder: String
  ) -> [(name: String, attributes: Attributes)]? {
    var found: [(name: String, attributes: Attributes)] = []
    var pending = [("", 0)]
    while let (subfolder, level) = pending.popLast(), found.count < files {
      let path = folder + (subfolder.isEmpty ? "" : "/" + subfolder)
      guard let names = names(in: path) else { return nil }
      for name in names.sorted() {
        let relative = subfolder.isEmpty ? name : subfolder + "/" + name
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + relative)
        switch attributes?[.type] as? FileAttributeType {
        case .typeRegular: found.append((relative, attributes ?? [:]))
        case .typeDirectory where level < depth: pending.append((relative, level + 1))
        default: continue
        }
      }
    }
    return found
  }

  private static func names(in path: String) -> [String]? {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      return isPassing(error) ? nil : []
    }
  }
}
