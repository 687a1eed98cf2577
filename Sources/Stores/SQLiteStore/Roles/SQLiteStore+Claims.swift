package import LinkStorage
package import Links

extension SQLiteStore {
  package func keepClaim(
    _ claim: Claim, now: Timestamp, completion: @escaping StoreCompletion<ClaimCreation>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try database.run("DELETE FROM claims WHERE expires <= ?", [.time(now)])
      let count = try database.first("SELECT count(*) FROM claims") { $0.int(0) }
      guard count ?? 0 < Claim.countLimit else { return .full }
      let kept = try database.run(
        "INSERT INTO claims (digest, host, slug, query, expires) VALUES (?,?,?,?,?) "
          + "ON CONFLICT DO NOTHING",
        [
          .blob(claim.digest), .text(claim.key.host), .text(claim.key.slug), .text(claim.query),
          .time(claim.expires),
        ])
      return kept == 1 ? .kept : .taken
    }
  }

  package func takeClaim(
    digest: [UInt8], now: Timestamp, completion: @escaping StoreCompletion<Claim?>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try database.first(
        "DELETE FROM claims WHERE digest = ? AND expires > ? "
          + "RETURNING host, slug, query, expires", [.blob(digest), .time(now)]
      ) { row in
        Claim(
          digest: digest, key: LinkKey(host: row.text(0), slug: row.text(1)), query: row.text(2),
          expires: Timestamp(secondsSinceEpoch: row.int(3)))
      }
    }
  }
}
