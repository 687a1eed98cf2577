import LinkStorage
package import System

/// A copy of a store in one file, with what it holds.
package struct StoreCopy: Equatable, Sendable {
  package let links: Int
  /// The version of its tables.
  package let schema: Int
  package let bytes: Int
  /// Descriptions of what is damaged, in the original as well; empty when all pages and links are sound.
  package let damages: [String]

  /// Copies a store, which may be in use, to a new file with the owner and the mode of the original.
  ///
  /// - Parameter file: the path of the copy, where nothing may be yet.
  package static func make(
    of store: String, at file: String, calls: FileCalls = .system
  ) throws(StoreFileFailure) -> StoreCopy {
    guard !folderExists(file) else {
      throw StoreFileFailure(.taken, "'\(file)' is a folder: expected the path of a new file")
    }
    if let obstacle = FileObstacle.toMaking(in: FileObstacle.folder(of: file)) {
      throw StoreFileFailure(.failed, "cannot write '\(file)': \(obstacle)")
    }
    guard !fileExists(file) else { throw Self.taken(file) }
    guard !StoreFiles.sidecars.contains(where: { file == store + $0 }) else {
      throw StoreFileFailure(.taken, "'\(file)' is a name that SQLite uses: expected another one")
    }
    guard fileExists(store), let permissions = FilePermissions(of: store) else {
      throw StoreFileFailure(.failed, "the store '\(store)' does not exist yet: nothing to copy")
    }
    let next = try Self.replacement(of: file, calls)
    let copy = try reading(store, isUnshared: false) { source throws(LinkStoreError) in
      try Self.fill(next.nextPath, from: source)
    }
    do throws(SystemError) {
      try next.permissions(permissions)
      try next.commit(replaces: false)
    } catch {
      throw error.isTaken ? Self.taken(file) : StoreFileFailure(error)
    }
    return copy
  }

  static func taken(_ file: String) -> StoreFileFailure {
    StoreFileFailure(
      .taken, "'\(file)' is there already, and stays: expected the path of a new file")
  }

  /// Room for a copy beside its place.
  static func replacement(
    of path: String, _ calls: FileCalls
  ) throws(StoreFileFailure) -> FileReplacement {
    do throws(SystemError) {
      return try FileReplacement(copyFor: path, calls: calls)
    } catch {
      guard error.isLocked else { throw StoreFileFailure(error) }
      throw StoreFileFailure(
        .inUse, "another process is writing '\(path)' at the moment: try again")
    }
  }

  /// Passes a file to a function that reads it, if it is a store of Keiro of this or an earlier release.
  static func reading<Result>(
    _ path: String, isUnshared: Bool, _ body: (Database) throws(LinkStoreError) -> Result
  ) throws(StoreFileFailure) -> Result {
    do throws(LinkStoreError) {
      let source = try Database(path: path, isReadOnly: true, isUnshared: isUnshared)
      try Schema.checkOwner(source, path: path)
      guard try Schema.version(source) > 0 else { throw Schema.foreign("it is empty", path) }
      return try body(source)
    } catch {
      guard error.kind == .corrupt || error.kind == .foreign else {
        throw StoreFileFailure(.failed, "\(error)")
      }
      throw StoreFileFailure(.unsound, "'\(path)' is no sound store of Keiro: \(error.message)")
    }
  }

  /// Makes an empty file a copy of a database, and examines it.
  static func fill(_ path: String, from source: Database) throws(LinkStoreError) -> StoreCopy {
    // The disk is waited for once, at the end.
    let copy = try Database(path: path, isUnshared: true)
    try copy.execute(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    try copy.copy(source)
    // One file, which is read without a log beside it. A server returns to the log.
    _ = try copy.first("PRAGMA journal_mode = DELETE") { $0.text(0) }
    let schema = try Schema.version(copy)
    let damages = damages(in: copy, schema: schema)
    let links = try? copy.first("SELECT count(*) FROM links") { $0.int(0) }
    return StoreCopy(
      links: links ?? 0, schema: schema, bytes: fileSize(path) ?? 0, damages: damages)
  }

  private static let examinedLinks = 1000

  /// Reads every page, and every link that has a checksum.
  private static func damages(in database: Database, schema: Int) -> [String] {
    let log = DamageLog()
    do throws(LinkStoreError) {
      let failures = try database.rows("PRAGMA integrity_check(20)") { $0.text(0) }
      guard failures == ["ok"] else { return failures }
      guard schema == Schema.newest else { return [] }
      let examination = LinkExamination(database: database, damage: log)
      var last: Int? = 0
      while let id = last { last = try examination.rows(after: id, limit: examinedLinks).last?.id }
      return log.all
    } catch {
      return log.all + ["\(error)"]
    }
  }
}

/// Why a store's file could not be copied, or a copy not be put in its place.
package struct StoreFileFailure: Error, Equatable {
  /// What a caller can do about it.
  package enum Kind: Equatable, Sendable {
    /// Another name: there is a file already, which stays.
    case taken
    /// Another file: the one that was named is no sound store of Keiro.
    case unsound
    /// Once more, when nothing uses the store.
    case inUse
    /// What the system or the disk needs.
    case failed
  }

  package let kind: Kind
  /// A sentence without a full stop.
  package let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  init(_ error: SystemError) {
    self.init(.failed, "\(error)")
  }
}
