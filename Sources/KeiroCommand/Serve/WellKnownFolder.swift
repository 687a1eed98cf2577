import FoundationEssentials
import LinkService

/// The files of a folder, read into memory so that a request never touches the disk.
enum WellKnownFolder {
  private static let fileBytes = 1 << 20
  private static let files = 1000
  private static let depth = 4

  /// What can be told of a folder without reading its files: a change of it is a change of them.
  struct Fingerprint: Equatable {
    fileprivate var entries: [String] = []
  }

  static func fingerprint(_ folder: String) -> Fingerprint {
    var fingerprint = Fingerprint()
    for (name, attributes) in regularFiles(in: folder) {
      let size = (attributes[.size] as? NSNumberLike)?.description ?? ""
      let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      fingerprint.entries.append("\(name) \(size) \(time)")
    }
    return fingerprint
  }

  /// Regular files alone: a link could lead out of the folder.
  static func read(_ folder: String) -> [WellKnownFile] {
    regularFiles(in: folder).compactMap { name, _ in
      let data = FileManager.default.contents(atPath: folder + "/" + name)
      guard let data, data.count <= fileBytes else { return nil }
      return WellKnownFile(name: name, bytes: Array(data))
    }
  }

  private typealias Attributes = [FileAttributeKey: Any]
  private typealias NSNumberLike = any CustomStringConvertible

  private static func regularFiles(in folder: String) -> [(name: String, attributes: Attributes)] {
    var found: [(name: String, attributes: Attributes)] = []
    var pending = [("", 0)]
    while let (subfolder, level) = pending.popLast(), found.count < files {
      let path = folder + (subfolder.isEmpty ? "" : "/" + subfolder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
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
}
