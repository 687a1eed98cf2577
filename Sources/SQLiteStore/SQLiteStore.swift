import Synchronization

/// The store on a SQLite file, which so far holds its own version and answers whether it is there.
///
/// Links of the configuration need no store; those that are made while the service runs will.
package final class SQLiteStore: Sendable {
  private let database: Mutex<Database>

  /// "KEIR", so that no other program's file is taken for ours.
  private static let applicationID = 0x4B45_4952

  /// Opens the file and brings it to the newest schema.
  ///
  /// - Throws: also when the file belongs to another program or to a newer Keiro.
  package init(path: String) throws(DatabaseError) {
    let database = try Database(path: path)
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("PRAGMA synchronous = FULL")
    try Self.migrate(database, path: path)
    self.database = Mutex(database)
  }

  private static func migrate(_ database: Database, path: String) throws(DatabaseError) {
    let owner = try database.integer("PRAGMA application_id") ?? 0
    let version = try database.integer("PRAGMA user_version") ?? 0
    let tables = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
    guard owner == applicationID || owner == 0 && tables == 0 else {
      throw DatabaseError(
        code: 0, message: "the file belongs to another program", operation: "open \(path)")
    }
    let migrations = [
      PackageResources.V0001_meta_sql
    ]
    guard version <= migrations.count else {
      throw DatabaseError(
        code: 0,
        message:
          "the file has schema \(version) of a newer keiro: expected at most \(migrations.count)",
        operation: "open \(path)")
    }
    for (index, migration) in migrations.enumerated().dropFirst(version) {
      let sql = String(decoding: migration, as: UTF8.self)
      try database.execute(
        "BEGIN IMMEDIATE; \(sql); PRAGMA application_id = \(applicationID); "
          + "PRAGMA user_version = \(index + 1); COMMIT")
    }
  }

  /// Whether the store answers.
  ///
  /// - Throws: why it does not.
  package func check() throws(DatabaseError) {
    try database.withLock { database throws(DatabaseError) in
      _ = try database.integer("SELECT count(*) FROM meta")
    }
  }
}
