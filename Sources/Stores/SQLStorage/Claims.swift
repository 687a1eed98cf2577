package import LinkStorage
package import Links

extension SQLStore where Self: ClaimKeeping {
  package func keepClaim(
    _ claim: Claim, now: Timestamp, completion: @escaping StoreCompletion<ClaimCreation>
  ) {
    writing(completion) { sql throws(Failure) in
      // Old ones go with everything else that is old, by a clock that the store agrees with, or where
      // they leave no room.
      let count = try sql.first("SELECT count(*) FROM keiro.claims", []) { $0.int(0) } ?? 0
      if count >= Claim.countLimit {
        let gone = try sql.run("DELETE FROM keiro.claims WHERE expires <= $1", [.time(now)])
        guard gone > 0 else { return .full }
      }
      let kept = try sql.run(
        "INSERT INTO keiro.claims AS c (digest, host, slug, query, expires) "
          + "VALUES ($1, $2, $3, $4, $5) ON CONFLICT (digest) DO UPDATE SET host = excluded.host, "
          + "slug = excluded.slug, query = excluded.query, expires = excluded.expires "
          + "WHERE c.expires <= $6",
        [
          .blob(claim.digest), .text(claim.key.host), .text(claim.key.slug), .text(claim.query),
          .time(claim.expires), .time(now),
        ])
      return kept == 1 ? .kept : .taken
    }
  }

  package func takeClaim(
    digest: [UInt8], now: Timestamp, completion: @escaping StoreCompletion<Claim?>
  ) {
    writing(completion) { sql throws(Failure) in
      try sql.first(
        "DELETE FROM keiro.claims WHERE digest = $1 AND expires > $2 "
          + "RETURNING host, slug, query, expires", [.blob(digest), .time(now)]
      ) { row in
        Claim(
          digest: digest, key: LinkKey(host: row.text(0), slug: row.text(1)), query: row.text(2),
          expires: row.time(3))
      }
    }
  }
}
