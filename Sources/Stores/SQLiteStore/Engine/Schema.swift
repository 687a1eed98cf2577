import LinkStorage
import SQLStorage
import System

/// The identity of the file, and the version of its tables.
enum Schema {
  /// "KEIR", which distinguishes our files from those of other programs.
  private static let applicationID = 0x4B45_4952

  /// The migrations in order; the `user_version` of a file is the number of those applied.
  static let migrations = [
    PackageResources.V0001_meta_sql, PackageResources.V0002_links_sql,
    PackageResources.V0003_launch_ids_sql, PackageResources.V0004_likeness_sql,
    PackageResources.V0005_likeness_sql, PackageResources.V0006_roles_sql,
    PackageResources.V0007_days_sql, PackageResources.V0008_tokens_and_audit_sql,
    PackageResources.V0009_click_log_sql, PackageResources.V0010_identity_sql,
    PackageResources.V0011_webhooks_sql,
    PackageResources.V0012_people_sql,
    PackageResources.V0013_claims_sql,
    PackageResources.V0014_checksums_sql,
    PackageResources.V0015_history_sql,
    PackageResources.V0016_link_health_sql,
    PackageResources.V0017_deleted_links_sql,
    PackageResources.V0018_devices_sql,
    PackageResources.V0019_ranks_sql,
    PackageResources.V0020_app_tokens_sql,
    PackageResources.V0021_unknown_addresses_sql,
    PackageResources.V0022_bin_sql,
  ].map { String(decoding: $0, as: UTF8.self) }

  static var newest: Int { migrations.count }

  /// The number of migrations from which `likeness` has its present formula.
  private static let likenessVersion = 5

  /// Migrates a file to the newest schema, completely or not at all.
  static func migrate(
    _ database: Database, path: String, upTo last: Int = migrations.count
  ) throws(LinkStoreError) {
    try checkOwner(database, path: path)
    guard try version(database) < last else { return }
    try database.transaction { () throws(LinkStoreError) in
      // Read inside the transaction: another process may have migrated first.
      try migrate(database, from: try version(database), upTo: last)
    }
  }

  private static func migrate(
    _ database: Database, from first: Int, upTo last: Int
  ) throws(LinkStoreError) {
    guard first < last else { return }
    for sql in migrations[first..<min(last, migrations.count)] { try database.execute(sql) }
    // Last, when every column that links are read from exists.
    if first < likenessVersion, last >= likenessVersion {
      try database.refillLikeness()
    }
    try database.execute(
      "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(last)")
  }

  /// - Throws: an error unless the file has exactly the newest schema.
  static func requireNewest(_ database: Database, path: String) throws(LinkStoreError) {
    try checkOwner(database, path: path)
    let version = try version(database)
    guard version == migrations.count else {
      throw foreign(
        "the file has schema \(version) of an older keiro: expected \(migrations.count), which "
          + "'keiro store migrate' or a start makes, where the configuration names this file", path)
    }
  }

  static func checkOwner(_ database: Database, path: String) throws(LinkStoreError) {
    // From one snapshot of the file: another process may be creating it.
    let (owner, tables) = try database.snapshot { () throws(LinkStoreError) -> (Int, Int) in
      (
        try database.first("PRAGMA application_id") { $0.int(0) } ?? 0,
        try database.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
      )
    }
    guard owner == applicationID || owner == 0 && tables == 0 else {
      throw foreign("the file belongs to another program: expected a store of Keiro", path)
    }
    let version = try version(database)
    guard version <= migrations.count else {
      throw foreign(
        "the file has schema \(version) of a newer keiro: expected at most \(migrations.count), or "
          + "that keiro", path)
    }
  }

  static func version(_ database: Database) throws(LinkStoreError) -> Int {
    try database.first("PRAGMA user_version") { $0.int(0) } ?? 0
  }

  static func foreign(_ message: String, _ path: String) -> LinkStoreError {
    LinkStoreError(.foreign, message, operation: "open \(path)")
  }
}
