import CSystem

/// The permissions of files that hold secrets, such as hashes of passwords and tokens.
package enum FilePrivacy {
  /// Readable and writable for the owner, and readable for the group.
  static let mode: UInt32 = 0o640
  /// All permissions of users other than the owner and the group.
  fileprivate static let others: UInt32 = 0o007

  /// Whether a mode gives every user of the machine access to the contents.
  package static func isOpenToAll(mode: UInt32) -> Bool { mode & others != 0 }

  /// Whether every user of the machine has access to the contents of a file; false when there is none.
  package static func isOpenToAll(_ path: String) -> Bool {
    FilePermissions(of: path).map { isOpenToAll(mode: $0.mode) } ?? false
  }
}

/// Creates an empty file that only its owner and group may read, whatever the umask; an existing file
/// stays as it is.
package func createPrivateFile(_ path: String) throws(SystemError) {
  let (descriptor, code) = SystemCall.perform { keiro_create_file(path) }
  guard descriptor >= 0 else {
    if code == EEXIST { return }
    throw SystemError(operation: "create", subject: path, code: code)
  }
  defer { SystemCall.close(descriptor) }
  try SystemCall.check("chmod", path) { fchmod(descriptor, FilePrivacy.mode) }
}

package struct FilePermissions: Equatable, Sendable {
  package var user: UInt32
  package var group: UInt32
  package var mode: UInt32

  /// Those of a file, following links; nil when there is none.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (user, group, mode) = (status.st_uid, status.st_gid, status.st_mode & 0o777)
  }

  /// Those of a file with secrets: nobody but the owner and the group may read it.
  package var withoutOthers: FilePermissions {
    var permissions = self
    permissions.mode &= ~FilePrivacy.others
    return permissions
  }

  /// Those of a new file with secrets in a folder, whose owner will own it; nil when there is no folder.
  package static func ofNewFile(in folder: String) -> FilePermissions? {
    var permissions = FilePermissions(of: folder)
    permissions?.mode = FilePrivacy.mode
    return permissions
  }
}
