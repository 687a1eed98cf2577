import SQLStorage

extension PostgresConnection {
  package func sharedValues(_ names: [String]) throws(PostgresFailure) -> [String: [UInt8]] {
    let found = try rows(
      "SELECT name, value FROM keiro.shared_values WHERE name = ANY ($1)", [.texts(names)]
    ) { ($0.text(0), $0.blob(1)) }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  package func keepShared(_ name: String, _ value: [UInt8]) throws(PostgresFailure) {
    try send(
      "INSERT INTO keiro.shared_values (name, value) VALUES ($1, $2) "
        + "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [.text(name), .blob(value)])
  }

  package func lease(
    _ name: String, owner: String, seconds: Int
  ) throws(PostgresFailure) -> Bool {
    try run(
      "INSERT INTO keiro.leases AS l (name, owner, ends_at) "
        + "VALUES ($1, $2, now() + $3 * interval '1 second') ON CONFLICT (name) DO UPDATE "
        + "SET owner = excluded.owner, ends_at = excluded.ends_at "
        + "WHERE l.owner = excluded.owner OR l.ends_at < now()",
      [.text(name), .text(owner), .int(seconds)]) == 1
  }

  package func renewLease(
    _ name: String, owner: String, seconds: Int
  ) throws(PostgresFailure) -> Bool {
    try run(
      "UPDATE keiro.leases SET ends_at = now() + $1 * interval '1 second' "
        + "WHERE name = $2 AND owner = $3",
      [.int(seconds), .text(name), .text(owner)]) == 1
  }

  package func endLease(_ name: String, owner: String) throws(PostgresFailure) {
    try send(
      "DELETE FROM keiro.leases WHERE name = $1 AND owner = $2", [.text(name), .text(owner)])
  }
}
