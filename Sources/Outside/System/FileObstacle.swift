import CSystem

/// Why this process cannot use a path, found without opening or changing anything.
///
/// Each function returns a sentence without capital letter and full stop, which names the user and what
/// would help; nil when nothing is in the way.
package enum FileObstacle {
  /// What keeps a file from being read.
  package static func toReading(_ path: String) -> String? {
    guard fileExists(path) else { return "there is no file '\(path)'" }
    return onTheWay(to: path) ?? toUsing(path, R_OK, "read")
  }

  /// What keeps a file from being written, or from being made where there is none.
  package static func toWriting(_ path: String) -> String? {
    if let obstacle = onTheWay(to: path) { return obstacle }
    return fileExists(path)
      ? toUsing(path, W_OK, "write to") : toMaking(in: folder(of: path))
  }

  /// What keeps files from being made in a folder.
  package static func toMaking(in folder: String) -> String? {
    onTheWay(to: folder + "/.")
      ?? denial(folder, W_OK | X_OK, "make files in the folder", group: 0o030)
  }

  /// What keeps a folder from being made with its missing parents, or from being used where it exists.
  package static func toMaking(folder path: String) -> String? {
    if folderExists(path) { return toMaking(in: path) }
    if fileExists(path) { return onTheWay(to: path) ?? "'\(path)' is not a folder: expected one" }
    return toMaking(folder: folder(of: path))
  }

  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether a path belongs to another user; the name of that user, or nil.
  package static func foreignOwner(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_uid != geteuid() else { return nil }
    return Process.name(ofUser: status.st_uid)
  }

  private static func onTheWay(to path: String) -> String? {
    let folder = folder(of: path)
    if folder != path, folder != ".", let obstacle = onTheWay(to: folder), fileExists(folder) {
      return obstacle
    }
    guard fileExists(folder) else {
      return "the folder '\(folder)' does not exist: expected one that Keiro may write to"
    }
    guard folderExists(folder) else { return "'\(folder)' is not a folder: expected one there" }
    return denial(folder, X_OK, "enter the folder", group: 0o010)
  }

  private static func toUsing(_ path: String, _ mode: Int32, _ verb: String) -> String? {
    guard !folderExists(path) else { return "'\(path)' is a folder: expected a file" }
    return denial(path, mode, verb, group: mode == R_OK ? 0o040 : 0o020)
  }

  /// Why the user may not do what a mode allows; `group` are the permissions that a group needs for it.
  private static func denial(
    _ path: String, _ mode: Int32, _ verb: String, group: mode_t
  ) -> String? {
    switch SystemCall.perform({ keiro_may(path, mode) }).code {
    case 0: nil
    case EACCES:
      "the user '\(Process.userName)' may not \(verb) '\(path)', " + remedy(path, group: group)
    case EROFS:
      "the file system of '\(path)' is read-only: expected a place that Keiro may write to, "
        + "such as a StateDirectory= of systemd"
    case let code: "'\(path)': \(SystemError.reason(code))"
    }
  }

  /// To whom a path belongs, and as whom the command would succeed.
  private static func remedy(_ path: String, group: mode_t) -> String {
    let user = Process.userName
    var status = stat()
    guard stat(path, &status) == 0 else { return "which is somebody else's" }
    guard status.st_uid != geteuid() else {
      return "although it is the owner: 'chmod u+rwX \(path)' allows it"
    }
    let owner = Process.name(ofUser: status.st_uid)
    let belongs = "which belongs to '\(owner)'"
    // A file of root that a service uses belongs to its group, whose user has the same name.
    let mayGroup = status.st_mode & group == group
    let member = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) }
    let other = status.st_uid != 0 ? owner : mayGroup ? member : nil
    guard let other, other != user, other != "root", getpwnam(other) != nil else {
      return "\(belongs): 'chown \(user) \(path)', by root, gives it to that user"
    }
    return "\(belongs): 'sudo -u \(other) keiro …' runs a command as a user who may"
  }
}
