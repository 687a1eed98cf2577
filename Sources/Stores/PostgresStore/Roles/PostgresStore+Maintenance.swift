package import Links
package import LinkStorage

extension PostgresStore {
  package func check() throws(LinkStoreError) {
    _ = try read { connection throws(PostgresFailure) in
      try connection.first("SELECT value FROM keiro.meta WHERE name = 'schema'") { $0.text(0) }
    }
  }

  package func troubles() -> [StoreTrouble] {
    health.failure.map { [StoreTrouble(.writes, "the store takes no changes: \($0)")] } ?? []
  }

  /// Finds nothing: the server checks its own files.
  package func examine(after position: Int, limit: Int) throws(LinkStoreError) -> Int { 0 }

  package func probe(completion: @escaping StoreCompletion<Void>) {
    change(completion) { connection throws(PostgresFailure) in
      // Rewriting an unchanged row reaches the disk like any other write.
      try connection.run("UPDATE keiro.meta SET value = value WHERE name = 'schema'")
    }
  }

  package func measures() throws(LinkStoreError) -> StoreMeasures {
    var measures = try read { connection throws(PostgresFailure) in
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

  package func forget(
    _ entries: Forgettable, before time: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      guard let deletion = entries.deletion else {
        return try ChangeLog.forget(connection, before: time)
      }
      let count = try connection.run(deletion, [.time(time)])
      if entries == .versions {
        try connection.run(
          "DELETE FROM keiro.link_changes WHERE \(Forgettable.oldChanges)", [.time(time)])
      }
      return count
    }
  }
}

extension Forgettable {
  /// The statement; nil for entries of the feed.
  fileprivate var deletion: String? {
    switch self {
    case .idempotencyKeys: "DELETE FROM keiro.idempotency_keys WHERE created_at < $1"
    case .launchIdentifiers: "DELETE FROM keiro.launch_ids WHERE seen_at < $1"
    case .sessions: "DELETE FROM keiro.sessions WHERE expires < $1"
    case .claims: "DELETE FROM keiro.claims WHERE expires < $1"
    case .countWriters: "DELETE FROM keiro.writers WHERE seen_at < $1"
    case .feedEntries: nil
    // From the oldest on, regardless of the clocks of the writers.
    case .auditEntries:
      "DELETE FROM keiro.audit WHERE number < coalesce("
        + "(SELECT min(number) FROM keiro.audit WHERE changed_at >= $1), 9223372036854775807)"
    case .deliveries: "DELETE FROM keiro.deliveries WHERE happened_at < $1"
    case .versions:
      "DELETE FROM keiro.link_versions WHERE change IN "
        + "(SELECT number FROM keiro.link_changes WHERE \(Self.oldChanges))"
    }
  }

  /// The condition that a change of links is among the oldest ones, up to the first one of `$1` or later:
  /// one that a clock behind the others has dated is not old.
  fileprivate static let oldChanges =
    "number < coalesce((SELECT min(number) FROM keiro.link_changes WHERE changed_at >= $1), "
    + "9223372036854775807)"
}
