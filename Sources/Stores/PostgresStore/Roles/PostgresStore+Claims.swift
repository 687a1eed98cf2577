package import LinkStorage
package import Links

extension PostgresStore {
  package func keepClaim(
    _ claim: Claim, now: Timestamp, completion: @escaping StoreCompletion<ClaimCreation>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try connection.run("DELETE FROM keiro.claims WHERE expires <= $1", [.time(now)])
      let count = try connection.first("SELECT count(*) FROM keiro.claims") { $0.int(0) }
      guard count ?? 0 < Claim.countLimit else { return .full }
      let kept = try connection.run(
        "INSERT INTO keiro.claims (digest, host, slug, query, expires) "
          + "VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        [
          .bytes(claim.digest), .text(claim.key.host), .text(claim.key.slug), .text(claim.query),
          .time(claim.expires),
        ])
      return kept == 1 ? .kept : .taken
    }
  }

  package func takeClaim(
    digest: [UInt8], now: Timestamp, completion: @escaping StoreCompletion<Claim?>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try connection.first(
        "DELETE FROM keiro.claims WHERE digest = $1 AND expires > $2 "
          + "RETURNING host, slug, query, expires", [.bytes(digest), .time(now)]
      ) { row in
        Claim(
          digest: digest, key: LinkKey(host: row.text(0), slug: row.text(1)), query: row.text(2),
          expires: Timestamp(secondsSinceEpoch: row.int(3)))
      }
    }
  }
}
