import SiteModel
import System

/// The files of a folder, read into memory so that a request never touches the disk.
enum WellKnownFolder {
  private static let fileBytes = 1 << 20
  private static let files = 1000
  private static let depth = 4

  /// The names, sizes and times of the files, which change with the files.
  typealias Fingerprint = [FolderWalk.File]

  /// The fingerprint of a folder; nil when it cannot be read at the moment.
  static func fingerprint(_ folder: String) -> Fingerprint? {
    try? FolderWalk.files(in: folder, depth: depth, limit: files)
  }

  /// The contents of the files of a folder, except for files that are too large.
  ///
  /// - Parameter old: the replacement for files that cannot be read at the moment.
  /// - Returns: the files, and whether everything could be read.
  static func read(
    _ fingerprint: Fingerprint, of folder: String, keeping old: [WellKnownFile]
  ) -> (files: [WellKnownFile], isWhole: Bool) {
    var read: [WellKnownFile] = []
    var isWhole = true
    for file in fingerprint {
      do throws(SystemError) {
        let bytes = try FolderWalk.contents(of: file.name, in: folder, limit: fileBytes)
        if let bytes { read.append(WellKnownFile(name: file.name, bytes: bytes)) }
      } catch {
        isWhole = false
        if let file = old.first(where: { $0.name == file.name }) { read.append(file) }
      }
    }
    return (read, isWhole)
  }
}
