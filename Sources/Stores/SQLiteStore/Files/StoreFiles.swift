import LinkStorage
import SQLStorage
package import System

/// The files of a store: the database, and what lies beside it.
package struct StoreFiles {
  /// The path of the store as it was given; clicks that were not counted are beside it.
  private let name: String
  /// The path of the database, to which that may be a link; SQLite's own files are beside it.
  private let path: String
  private let calls: FileCalls

  /// The ends of the names of files with changes that are not in the database yet.
  private static let changes = ["-wal", "-journal"]
  /// The ends of the names that SQLite uses itself.
  static let sidecars = changes + ["-shm"]

  /// The bytes of a database that SQLite locks for reading and writing ("The SQLite database file format",
  /// section 1.2.1, and os.h).
  private static let lockedBytes = 0x4000_0000..<0x4000_0200
  /// The milliseconds for which others may finish what they do with the store.
  private static let patience: Int32 = 1000

  package init(path: String, calls: FileCalls = .system) {
    name = path
    self.path = resolvedPath(path)
    self.calls = calls
  }

  /// Puts a copy in the place of the store, while nothing uses it. After a crash the store is either what it
  /// was or the copy. The present store is kept beside it with everything that belongs to it.
  ///
  /// - Parameter mark: the end of the name of the present store; one that is taken gets a number.
  /// - Returns: the copy, and the path of the store that was in its place; nil if there was none.
  package func restore(
    from file: String, mark: String
  ) throws(StoreFileFailure) -> (copy: StoreCopy, kept: String?) {
    if let message = FileObstacle.toWriting(path) { throw StoreFileFailure(.failed, message) }
    guard fileExists(file) else {
      throw StoreFileFailure(.failed, "'\(file)' does not exist: expected a copy of the store")
    }
    guard FileStamp(file) != FileStamp(path) else {
      throw StoreFileFailure(.unsound, "'\(file)' is the store itself: expected a copy of it")
    }
    let lock = try hold()
    let next = try StoreCopy.replacement(of: path, calls)
    let isUnshared = !Self.changes.contains { fileExists(file + $0) }
    let copy = try StoreCopy.reading(file, isUnshared: isUnshared) {
      source throws(LinkStoreError) in try StoreCopy.fill(next.nextPath, from: source)
    }
    if let damage = copy.damages.first {
      let others = copy.damages.count > 1 ? ", and \(copy.damages.count - 1) more" : ""
      throw StoreFileFailure(
        .unsound, "'\(file)' is damaged, so the store stays as it is: \(damage)\(others)")
    }
    do throws(SystemError) {
      if let permissions { try next.permissions(permissions) }
      try next.sync()
      let kept = try keep(as: path + "-replaced-" + mark)
      try next.commit()
      _ = consume lock
      return (copy, kept)
    } catch {
      throw StoreFileFailure(error)
    }
  }

  /// Those of the store, or of a new one in its folder, but never for everybody.
  private var permissions: FilePermissions? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    return FilePermissions(of: path)?.withoutOthers ?? .ofNewFile(in: folder)
  }

  /// Brings all changes into the database, and locks it against everybody who opens it, as long as nothing
  /// has it open.
  ///
  /// - Returns: nil if there is no database.
  private func hold() throws(StoreFileFailure) -> FileRangeLock? {
    guard fileExists(path) else { return nil }
    // SQLite opens the file next, for which the first lock has to be gone.
    _ = try lock()
    do throws(LinkStoreError) {
      let database = try Database(path: path, busyTimeout: Self.patience)
      _ = try database.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) }
    } catch {
      if error.kind == .locked { throw inUse }
      // A damaged store is what copies are for: it is kept with its log.
      guard error.kind == .corrupt else { throw StoreFileFailure(.failed, "\(error)") }
    }
    return try lock()
  }

  /// Whoever has a database open locks some of its bytes, all the time that there is a log.
  private func lock() throws(StoreFileFailure) -> FileRangeLock {
    do throws(SystemError) {
      if let lock = try FileRangeLock(path, Self.lockedBytes) { return lock }
    } catch {
      throw StoreFileFailure(error)
    }
    throw inUse
  }

  private var inUse: StoreFileFailure {
    StoreFileFailure(
      .inUse,
      "the store '\(path)' is in use: stop the server first, as by 'systemctl stop keiro', and every "
        + "other program that has it open")
  }

  /// Gives the present store a second name, and moves everything to it that would be read together with the
  /// next one: changes that are not in a damaged database, and clicks that were never counted.
  private func keep(as wish: String) throws(SystemError) -> String? {
    let isThere = fileExists(path)
    var name = wish
    var number = 1
    while fileExists(name) {
      number += 1
      name = "\(wish)-\(number)"
    }
    if isThere { try SystemCall.check("link", name) { [name] in calls.link(path, name) } }
    let left = LeftClicks(beside: self.name).paths.map { ($0, $0.dropFirst(self.name.count)) }
    let changes = Self.changes.map { (path + $0, Substring($0)) }.filter { fileExists($0.0) }
    for (file, end) in left + changes {
      let place = name + end
      try SystemCall.check("rename", place) { calls.rename(file, place, false) }
    }
    // Only an index of the log.
    _ = calls.unlink(path + "-shm")
    try syncFolder(of: path)
    return isThere ? name : nil
  }
}
