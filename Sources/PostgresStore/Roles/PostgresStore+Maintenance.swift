package import Links
package import LinkStorage

extension PostgresStore {
  package func check() throws(LinkStoreError) {
    _ = try read { connection throws(PostgresFailure) in
      try connection.first("SELECT value FROM keiro.meta WHERE name = 'schema'") { $0.text(0) }
    }
    try health.check()
  }

  package func probe(completion: @escaping StoreCompletion<Void>) {
    change(completion) { connection throws(PostgresFailure) in
      // A row that is written as it was reaches the disk like any other.
      try connection.run("UPDATE keiro.meta SET value = value WHERE name = 'schema'")
    }
  }

  package func measures() throws(LinkStoreError) -> StoreMeasures {
    var measures = try read { connection throws(PostgresFailure) in
      try connection.first(
        "SELECT pg_database_size(current_database()), "
          + "(SELECT count(*) FROM keiro.clicks) + (SELECT count(*) FROM keiro.click_hours), "
          + "(SELECT count(*) FROM keiro.click_days), (SELECT count(*) FROM keiro.launch_days)"
      ) { row in
        var measures = StoreMeasures()
        measures.fileBytes = row.int(0)
        measures.hourRows = row.int(1)
        measures.dayRows = row.int(2)
        measures.launchRows = row.int(3)
        return measures
      } ?? StoreMeasures()
    }
    activity.add(to: &measures)
    return measures
  }

  package func forget(
    _ entries: Forgettable, before time: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      guard let deletion = entries.deletion else {
        return try ChangeLog.forget(connection, before: time)
      }
      return try connection.run(deletion, [.time(time)])
    }
  }
}

extension Forgettable {
  /// Nil for entries of the feed.
  fileprivate var deletion: String? {
    switch self {
    case .idempotencyKeys: "DELETE FROM keiro.idempotency_keys WHERE created_at < $1"
    case .launchIdentifiers: "DELETE FROM keiro.launch_ids WHERE seen_at < $1"
    case .sessions: "DELETE FROM keiro.sessions WHERE expires < $1"
    case .countWriters: "DELETE FROM keiro.writers WHERE seen_at < $1"
    case .feedEntries: nil
    // From the old end alone, whatever the clocks of those who wrote said.
    case .auditEntries:
      "DELETE FROM keiro.audit WHERE number < coalesce("
        + "(SELECT min(number) FROM keiro.audit WHERE changed_at >= $1), 9223372036854775807)"
    }
  }
}
