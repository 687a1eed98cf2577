import LinkStorage
import PostgresServer
import Synchronization

@testable import PostgresStore

extension PostgresStore.Options {
  /// What makes the tables of a database.
  static let migrating = {
    var options = Self()
    options.migrates = true
    return options
  }()
}

/// Databases for tests, each a copy of one that has the tables already.
enum PostgresDatabase {
  private static let template: Result<String, any Error> = Result {
    let name = "keiro_template"
    try run(server().connection(to: "postgres"), "CREATE DATABASE \(name)")
    try PostgresStore(server().connection(to: name), options: .migrating).close()
    return name
  }

  private static func server() throws -> PostgresServer { try PostgresServer.shared() }

  /// Runs a statement over a connection of its own.
  static func run(_ string: String, _ sql: String) throws {
    try connect(string).run(sql)
  }

  static func connect(_ string: String) throws -> PostgresConnection {
    let library = try PostgresLibrary.load()
    return try PostgresConnection(
      try ConnectionString(string, library), name: "tests", timeout: 30_000, library)
  }

  /// The connection string of a database that has Keiro's tables, all of them empty.
  static func make() throws -> String {
    try server().makeDatabase(from: template.get(), run)
  }

  /// The connection string of a database without any table.
  static func makeEmpty() throws -> String { try server().makeDatabase(run) }

  /// A database that is removed at the end of the test.
  static func temporary(isEmpty: Bool = false) throws -> String {
    let database = try isEmpty ? makeEmpty() : make()
    try TestScope.atEnd { try? drop(database) }
    return database
  }

  /// Makes a server look like another one that has taken over.
  static func promote(_ string: String) throws {
    try run(string, "UPDATE keiro.meta SET value = value || '.1' WHERE name = 'identity'")
    try run(
      string,
      "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity "
        + "WHERE datname = current_database() AND pid <> pg_backend_pid()")
  }

  static func drop(_ string: String) throws {
    guard let name = string.split(separator: "dbname=").last else { return }
    try run(server().connection(to: "postgres"), "DROP DATABASE \(name) WITH (FORCE)")
  }
}
