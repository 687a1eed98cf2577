import CSystem

/// An open folder. Its entries are accessed without following links, which could lead out of it, and
/// through its descriptor, so that moving or replacing the folder changes nothing.
package final class Folder {
  package struct Entry: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
      case file, folder
      /// A link, a pipe, a socket or a device.
      case other
    }

    package internal(set) var name: String
    package let kind: Kind
    package let size: Int
    /// The time of the last change, in nanoseconds since 1970.
    package let modified: Int
  }

  private let descriptor: Int32
  private let path: String

  /// Opens a folder; a link to one is followed.
  package init(path: String) throws(SystemError) {
    self.path = path
    descriptor = try SystemCall.check("open", path) { keiro_open_folder(path) }
  }

  private init(_ name: String, in parent: Folder) throws(SystemError) {
    let path = parent.path + "/" + name
    self.path = path
    descriptor = try SystemCall.check("open", path) {
      keiro_open_folder_in(parent.descriptor, name)
    }
  }

  deinit {
    SystemCall.close(descriptor)
  }

  /// Opens a subfolder; a link to one is refused.
  package func subfolder(_ name: String) throws(SystemError) -> Folder {
    try Folder(name, in: self)
  }

  /// The entries ordered by name. Names that are not UTF-8 and entries that vanish meanwhile are left
  /// out.
  package func entries() throws(SystemError) -> [Entry] {
    var entries: [Entry] = []
    for name in try names().sorted() {
      var status = stat()
      let (result, code) = SystemCall.perform { keiro_status_in(descriptor, name, &status) }
      guard result == 0 else {
        if code == ENOENT { continue }
        throw SystemError(operation: "stat", subject: path + "/" + name, code: code)
      }
      entries.append(Entry(name, status))
    }
    return entries
  }

  /// The contents of a regular file; nil when it is not one, or larger than `limit` bytes.
  package func read(_ name: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let path = path + "/" + name
    let file = try SystemCall.check("open", path) { keiro_open_file_in(descriptor, name) }
    defer { SystemCall.close(file) }
    var status = stat()
    try SystemCall.check("stat", path) { fstat(file, &status) }
    guard keiro_is_file(&status) != 0, status.st_size <= limit else { return nil }
    return try FileBytes.all(file, limit: limit, path)
  }

  private func names() throws(SystemError) -> [String] {
    // A separate descriptor, since reading moves the position in the list and closing closes it.
    let copy = try SystemCall.check("open", path) { keiro_open_folder_in(descriptor, ".") }
    guard let stream = fdopendir(copy) else {
      let code = keiro_errno()
      SystemCall.close(copy)
      throw SystemError(operation: "fdopendir", subject: path, code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      keiro_clear_errno()
      guard let entry = readdir(stream) else {
        let code = keiro_errno()
        guard code == 0 else {
          throw SystemError(operation: "readdir", subject: path, code: code)
        }
        return names
      }
      guard let name = String(validatingCString: keiro_entry_name(entry)), name != ".", name != ".."
      else { continue }
      names.append(name)
    }
  }
}

extension Folder.Entry {
  fileprivate init(_ name: String, _ status: stat) {
    var status = status
    self.name = name
    kind =
      keiro_is_file(&status) != 0 ? .file : keiro_is_folder(&status) != 0 ? .folder : .other
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }
}
