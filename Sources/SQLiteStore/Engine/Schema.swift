import LinkStorage

/// Whose file it is, and how far its tables have come.
enum Schema {
  /// "KEIR", so that no other program's file is taken for ours.
  private static let applicationID = 0x4B45_4952

  /// In their order; a file has as many of them behind it as its `user_version` says.
  static let migrations = [
    Migration(PackageResources.V0001_meta_sql), Migration(PackageResources.V0002_links_sql),
    Migration(PackageResources.V0003_launch_ids_sql),
    Migration(PackageResources.V0004_likeness_sql) { database throws(LinkStoreError) in
      try LinkTable(database).refillLikeness()
    },
    Migration(PackageResources.V0006_roles_sql),
  ]

  /// A step from one schema to the next.
  struct Migration: Sendable {
    fileprivate let sql: String
    /// What SQL alone cannot do, in the same transaction.
    fileprivate let completion: @Sendable (Database) throws(LinkStoreError) -> Void

    fileprivate init(
      _ sql: [UInt8],
      completion: @escaping @Sendable (Database) throws(LinkStoreError) -> Void = { _ in }
    ) {
      self.sql = String(decoding: sql, as: UTF8.self)
      self.completion = completion
    }
  }

  /// Brings a file to the newest schema, step by step, each step whole or not at all.
  static func migrate(
    _ database: Database, path: String, upTo last: Int = migrations.count
  ) throws(LinkStoreError) {
    try checkOwner(database, path: path)
    for (index, migration) in migrations.prefix(last).enumerated() {
      try database.execute("BEGIN IMMEDIATE")
      do throws(LinkStoreError) {
        // Looked at inside the transaction: another process may have been faster.
        if try version(database) == index {
          try database.execute(migration.sql)
          try migration.completion(database)
          try database.execute(
            "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(index + 1)")
        }
        try database.execute("COMMIT")
      } catch {
        if !database.isOutsideTransaction { try database.execute("ROLLBACK") }
        throw error
      }
    }
  }

  /// - Throws: unless the file has exactly the newest schema.
  static func requireNewest(_ database: Database, path: String) throws(LinkStoreError) {
    try checkOwner(database, path: path)
    let version = try version(database)
    guard version == migrations.count else {
      throw foreign(
        "the file has schema \(version) of an older keiro: expected \(migrations.count), which "
          + "opening it for writing makes", path)
    }
  }

  private static func checkOwner(_ database: Database, path: String) throws(LinkStoreError) {
    // From one state of the file: another process may be making it.
    let (owner, tables) = try database.snapshot { () throws(LinkStoreError) -> (Int, Int) in
      (
        try database.first("PRAGMA application_id") { $0.int(0) } ?? 0,
        try database.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
      )
    }
    guard owner == applicationID || owner == 0 && tables == 0 else {
      throw foreign("the file belongs to another program", path)
    }
    let version = try version(database)
    guard version <= migrations.count else {
      throw foreign(
        "the file has schema \(version) of a newer keiro: expected at most \(migrations.count)",
        path)
    }
  }

  private static func version(_ database: Database) throws(LinkStoreError) -> Int {
    try database.first("PRAGMA user_version") { $0.int(0) } ?? 0
  }

  private static func foreign(_ message: String, _ path: String) -> LinkStoreError {
    LinkStoreError(kind: .foreign, code: 0, message: message, operation: "open \(path)")
  }
}
