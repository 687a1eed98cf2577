package import LinkStorage

extension PostgresStore: SharedValues {
  package func sharedValue(_ name: String) throws(LinkStoreError) -> [UInt8]? {
    try read { connection throws(PostgresFailure) in
      try connection.first(
        "SELECT value FROM keiro.shared_values WHERE name = $1", [.text(name)], { $0.blob(0) })
    }
  }

  package func keepShared(_ name: String, _ value: [UInt8]) throws(LinkStoreError) {
    try read { connection throws(PostgresFailure) in
      _ = try connection.run(
        "INSERT INTO keiro.shared_values (name, value) VALUES ($1, $2) "
          + "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [.text(name), .bytes(value)])
    }
  }

  package func lease(
    _ name: String, owner: String, seconds: Int
  ) throws(LinkStoreError) -> Bool {
    try read { connection throws(PostgresFailure) in
      try connection.run(
        "INSERT INTO keiro.leases AS l (name, owner, ends_at) "
          + "VALUES ($1, $2, now() + $3 * interval '1 second') ON CONFLICT (name) DO UPDATE "
          + "SET owner = excluded.owner, ends_at = excluded.ends_at "
          + "WHERE l.owner = excluded.owner OR l.ends_at < now()",
        [.text(name), .text(owner), .int(seconds)]) == 1
    }
  }
}
