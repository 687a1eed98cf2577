package import LinkStorage
import SQLStorage

extension PostgresStore {
  package func troubles() -> [StoreTrouble] {
    health.failure.map { [StoreTrouble(.writes, "the store takes no changes: \($0)")] } ?? []
  }

  /// Finds nothing: the server checks its own files.
  package func examine(after position: Int, limit: Int) throws(LinkStoreError) -> Int { 0 }

  package func measures() throws(LinkStoreError) -> StoreMeasures {
    var measures = try reading { connection throws(PostgresFailure) in
      var measures = StoreMeasures()
      measures.fileBytes =
        try connection.first("SELECT pg_database_size(current_database())") { $0.int(0) } ?? 0
      measures.hourRows =
        try Self.rows("click_counts", connection) + Self.rows("clicks", connection)
        + Self.rows("click_hours", connection)
      measures.dayRows = try Self.rows("click_days", connection)
      measures.launchRows = try Self.rows("launch_days", connection)
      return measures
    }
    activity.add(to: &measures)
    return measures
  }

  /// The number of rows of a table; for a large one the server's estimate, since counting would read
  /// all of it.
  private static func rows(
    _ table: String, _ connection: PostgresConnection
  ) throws(PostgresFailure) -> Int {
    let guess =
      try connection.first(
        "SELECT coalesce(sum(greatest(reltuples, 0)), 0)::bigint FROM pg_class "
          + "WHERE relkind = 'r' AND (oid = 'keiro.\(table)'::regclass OR oid IN "
          + "(SELECT inhrelid FROM pg_inherits WHERE inhparent = 'keiro.\(table)'::regclass))"
      ) { $0.int(0) } ?? 0
    guard guess < 1_000_000 else { return guess }
    return try connection.first("SELECT count(*) FROM keiro.\(table)") { $0.int(0) } ?? 0
  }
}
