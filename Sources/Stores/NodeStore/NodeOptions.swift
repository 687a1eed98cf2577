package import PostgresStore

/// How a node keeps its store.
package struct NodeOptions: Sendable {
  /// The connection string, in libpq's own syntax.
  package var database: String
  /// The path of the copy; the spool lies beside it.
  package var copy: String
  package var postgres = PostgresStore.Options()
  /// Whether links with a limit are served while the database cannot count their clicks.
  package var servesLimitedLinks = false

  /// - Parameters:
  ///   - database: the connection string.
  ///   - copy: the path of the copy.
  package init(database: String, copy: String) {
    self.database = database
    self.copy = copy
  }
}
