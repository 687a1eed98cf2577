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
          + "'keiro store migrate' or a start makes", path)
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
    try check(owner: owner, hasTables: tables > 0, version: try version(database), path: path)
  }

  /// - Throws: an error if the log beside a file has made it that of another program or a newer keiro.
  static func checkLog(ofFile path: String) throws(LinkStoreError) {
    guard let page = LoggedPage(log: path + "-wal") else { return }
    try check(
      owner: page.application, hasTables: page.hasTables, version: page.version, path: path)
  }

  private static func check(
    owner: Int, hasTables: Bool, version: Int, path: String
  ) throws(LinkStoreError) {
    guard owner == applicationID || owner == 0 && !hasTables else {
      throw foreign("the file belongs to another program: expected a store of Keiro", path)
    }
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

/// The first page of a database as its write-ahead log has it, read without SQLite, which would change
/// files beside the database (https://www.sqlite.org/fileformat2.html, sections 1.3, 1.6 and 4.1).
///
/// Keiro leaves its log when it ends: until it is moved into the file, the file alone may be empty.
struct LoggedPage {
  /// The program that the file belongs to, and the version of its schema.
  let application: Int
  let version: Int
  let hasTables: Bool

  private static let headerBytes = 32
  private static let frameBytes = 24
  /// Far above the size that a log keeps.
  private static let sizeLimit = 1 << 30

  /// Nil if there is no log, or the log has no committed first page.
  init?(log path: String) {
    guard fileExists(path), let bytes = try? readFile(path, limit: Self.sizeLimit),
      bytes.count > Self.headerBytes, bytes[0...2] == [0x37, 0x7F, 0x06]
    else { return nil }
    let size = Self.number(bytes, 8) + Self.frameBytes
    var written: Int?
    var committed: Int?
    var frame = Self.headerBytes
    // Frames of an earlier round of the log have other salts.
    while size > Self.frameBytes + 104, frame + size <= bytes.count,
      bytes[frame + 8..<frame + 16] == bytes[16..<24]
    {
      if Self.number(bytes, frame) == 1 { written = frame + Self.frameBytes }
      if Self.number(bytes, frame + 4) != 0 { committed = written }
      frame += size
    }
    guard let page = committed else { return nil }
    version = Self.number(bytes, page + 60)
    application = Self.number(bytes, page + 68)
    // A page of the list of tables that has no others below it, and no table.
    hasTables = bytes[page + 100] != 13 || bytes[page + 103] != 0 || bytes[page + 104] != 0
  }

  /// Four bytes, the highest first.
  private static func number(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
