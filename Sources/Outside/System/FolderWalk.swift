/// The regular files of a folder and its subfolders. Names that begin with a dot are hidden, as
/// everywhere on Unix, and links are not followed.
package struct FolderWalk {
  /// A file, named by its path from the folder.
  package typealias File = Folder.Entry

  private let limit: Int
  private var files: [File] = []

  /// The files of a folder: those directly in it first, otherwise ordered by name. A folder that is
  /// absent or inaccessible has none.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - depth: the maximum number of levels of subfolders.
  ///   - limit: the maximum number of files; further ones are left out.
  /// - Throws: failures that may pass, such as a lack of descriptors.
  package static func files(
    in path: String, depth: Int, limit: Int
  ) throws(SystemError) -> [File] {
    var walk = FolderWalk(limit: limit)
    guard let folder = try opened({ () throws(SystemError) in try Folder(path: path) }) else {
      return []
    }
    try walk.enter(folder, "", depth)
    return walk.files
  }

  /// The contents of a file of `files`; nil when it is gone, inaccessible, no longer a regular file, or
  /// larger than `limit` bytes.
  package static func contents(
    of file: String, in path: String, limit: Int
  ) throws(SystemError) -> [UInt8]? {
    let names = file.split(separator: "/").map(String.init)
    guard let last = names.last else { return nil }
    do throws(SystemError) {
      var folder = try Folder(path: path)
      for name in names.dropLast() { folder = try folder.subfolder(name) }
      return try folder.read(last, limit: limit)
    } catch {
      guard error.isAbsent || error.isLink else { throw error }
      return nil
    }
  }

  private mutating func enter(
    _ folder: Folder, _ prefix: String, _ depth: Int
  ) throws(SystemError) {
    let entries = try folder.entries().filter { !$0.name.hasPrefix(".") }
    for var entry in entries where entry.kind == .file && files.count < limit {
      entry.name = prefix + entry.name
      files.append(entry)
    }
    guard depth > 0 else { return }
    for entry in entries where entry.kind == .folder && files.count < limit {
      let subfolder = try Self.opened { () throws(SystemError) in
        try folder.subfolder(entry.name)
      }
      guard let subfolder else { continue }
      try enter(subfolder, prefix + entry.name + "/", depth - 1)
    }
  }

  /// The opened folder; nil when it is absent or inaccessible.
  private static func opened(
    _ open: () throws(SystemError) -> Folder
  ) throws(SystemError) -> Folder? {
    do throws(SystemError) {
      return try open()
    } catch {
      guard error.isAbsent else { throw error }
      return nil
    }
  }
}
