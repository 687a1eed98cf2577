import CSystem

/// Who may read files that hold secrets, such as hashes of passwords and of tokens.
package enum FilePrivacy {
  /// For its owner, and for its group to read.
  static let mode: UInt32 = 0o640
  /// Every right of users other than the owner and those of the group.
  private static let others: UInt32 = 0o007

  /// Whether a mode lets every user of the machine at the contents.
  package static func isOpenToAll(mode: UInt32) -> Bool { mode & others != 0 }

  /// Whether a file lets every user of the machine at its contents; false when there is none.
  package static func isOpenToAll(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && isOpenToAll(mode: status.st_mode)
  }
}

/// Makes an empty file that only its owner and its group may read, whatever the umask; a file that
/// is there stays as it is.
package func createPrivateFile(_ path: String) throws(SystemError) {
  let (descriptor, code) = SystemCall.perform { keiro_create_file(path) }
  guard descriptor >= 0 else {
    if code == EEXIST { return }
    throw SystemError(operation: "create", subject: path, code: code)
  }
  defer { SystemCall.close(descriptor) }
  try SystemCall.check("chmod", path) { fchmod(descriptor, FilePrivacy.mode) }
}
