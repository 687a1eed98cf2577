package import PostgresStore

/// The options of a node's store.
package struct NodeOptions: Sendable {
  /// The connection string of the database, in libpq's syntax.
  package var database: String
  /// The path of the copy; the spool is next to it.
  package var copy: String
  /// The options of the database.
  package var postgres = PostgresStore.Options()
  /// Whether links with a click limit are served while the database cannot count their clicks.
  package var servesLimitedLinks = false

  /// - Parameters:
  ///   - database: the connection string.
  ///   - copy: the path of the copy.
  package init(database: String, copy: String) {
    self.database = database
    self.copy = copy
  }
}
