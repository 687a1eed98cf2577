import Glibc
import LinkStorage
import SQLStorage
import System

/// The version of a database's tables, and their migrations.
///
/// Migrations are numbered. One that only adds (tables, nullable columns, indexes) lets older nodes
/// continue; one that removes something moves `oldest_schema`, the number up to which a program must
/// know the migrations to take part.
enum Schema {
  static let migrations = [
    PackageResources.V0001_keiro_sql, PackageResources.V0002_nodes_sql,
    PackageResources.V0003_webhooks_sql,
    PackageResources.V0004_shared_values_sql,
    PackageResources.V0005_people_sql,
    PackageResources.V0006_claims_sql,
    PackageResources.V0007_click_parts_sql,
    PackageResources.V0008_history_sql,
    PackageResources.V0009_link_health_sql,
    PackageResources.V0010_deleted_links_sql,
    PackageResources.V0011_devices_sql,
    PackageResources.V0012_campaigns_sql,
    PackageResources.V0013_ranks_sql,
    PackageResources.V0014_app_tokens_sql,
    PackageResources.V0015_unknown_addresses_sql,
    PackageResources.V0016_bin_sql,
  ].map { String(decoding: $0, as: UTF8.self) }

  static var newest: Int { migrations.count }

  /// The number of the last migration; nil for a database without Keiro's tables.
  static func version(_ connection: PostgresConnection) throws(PostgresFailure) -> Int? {
    let hasTables = try connection.first("SELECT to_regclass('keiro.meta') IS NOT NULL") {
      $0.flag(0)
    }
    guard hasTables == true else { return nil }
    return try connection.kept("schema").flatMap { Int($0) }
  }

  /// - Throws: an error unless this program can work with the tables as they are.
  static func check(_ connection: PostgresConnection) throws(PostgresFailure) {
    guard let version = try version(connection) else {
      throw refusal("the database has no tables of keiro: 'keiro store migrate' makes them")
    }
    let oldest = try connection.kept("oldest_schema").flatMap { Int($0) }
    guard oldest ?? version <= newest else { throw newer(version) }
    guard version >= newest else {
      throw refusal(
        "the database has schema \(version) of an older keiro: expected \(newest), which "
          + "'keiro store migrate' makes, where the configuration names this database")
    }
  }

  /// - Throws: an error if a newer release made the tables, whether or not this one may work with them.
  static func refuseNewer(_ connection: PostgresConnection) throws(PostgresFailure) {
    if let version = try version(connection), version > newest { throw newer(version) }
  }

  private static func newer(_ version: Int) -> PostgresFailure {
    refusal("the database has schema \(version) of a newer keiro: expected at most \(newest)")
  }

  /// Migrates the database to the newest schema; safe while nodes are running, and when several
  /// processes do so together.
  ///
  /// - Returns: the number of the migration before; nil when there were no tables.
  @discardableResult
  static func migrate(_ connection: PostgresConnection) throws(PostgresFailure) -> Int? {
    // Polled rather than waited for: a session that waits for a lock has an open snapshot, for which
    // the holder of the lock may be waiting.
    let before = try version(connection)
    guard before ?? 0 < newest else { return before }
    let end = ContinuousClock.now + .seconds(60)
    var obstacle = ""
    while ContinuousClock.now < end {
      do throws(PostgresFailure) {
        if try migrateOnce(connection) { return before }
        obstacle = "another process has been migrating the database for over a minute"
        usleep(100_000)
      } catch {
        guard error.error.kind == .locked else { throw error }
        obstacle =
          "a session, such as pg_dump's, has used the tables for over a minute: try again after it"
        // What has waited behind this attempt gets its turn.
        usleep(1_000_000)
      }
    }
    throw PostgresFailure(.locked, obstacle, operation: "migrate")
  }

  /// - Returns: false while another process migrates.
  private static func migrateOnce(_ connection: PostgresConnection) throws(PostgresFailure) -> Bool
  {
    try connection.transaction { () throws(PostgresFailure) in
      guard try connection.lockIfFree(lock) else { return false }
      try connection.send("SET LOCAL lock_timeout = 2000")
      try connection.send("SET LOCAL statement_timeout = 0")
      let version = try version(connection) ?? 0
      guard version < newest else { return true }
      if version == 0 { try connection.send("CREATE SCHEMA IF NOT EXISTS keiro") }
      for migration in migrations[version...] {
        for statement in statements(of: migration) { try connection.send(statement) }
      }
      try connection.run(
        "INSERT INTO keiro.meta AS m (name, value) VALUES ('schema', $1), ('oldest_schema', '1'), "
          + "('identity', gen_random_uuid()::text) ON CONFLICT (name) DO UPDATE "
          + "SET value = CASE m.name WHEN 'schema' THEN excluded.value ELSE m.value END",
        [.text(String(newest))])
      return true
    }
  }

  /// "KEIROMIG": the lock of the one migrating process.
  private static let lock = 0x4B45_4952_4F4D_4947

  /// The statements of a migration, each ended by a semicolon at the end of a line.
  static func statements(of migration: String) -> [String] {
    var statements: [String] = []
    var lines: [Substring] = []
    for line in migration.split(separator: "\n") where !line.hasPrefix("--") {
      lines.append(line)
      guard line.hasSuffix(";") else { continue }
      statements.append(String(lines.joined(separator: "\n").dropLast()))
      lines = []
    }
    return statements
  }

  private static func refusal(_ message: String) -> PostgresFailure {
    PostgresFailure(.foreign, message, operation: "open the database")
  }
}
