package import Links
package import LinkStorage
import System

extension SQLStore where Self: SessionKeeping {
  package func session(digest: [UInt8]) throws(LinkStoreError) -> Session? {
    try first("\(selection) WHERE digest = $1", [.blob(digest)]) { Session(row: $0) }
  }

  package func sessions(of subject: String?) throws(LinkStoreError) -> [Session] {
    let condition = subject == nil ? "" : "WHERE subject = $1"
    return try rows(
      "\(selection) \(condition) ORDER BY number", subject.map { [.text($0)] } ?? []
    ) { Session(row: $0) }
  }

  package func createSession(
    _ session: Session, completion: @escaping StoreCompletion<UniqueCreation>
  ) {
    writing(completion) { sql throws(Failure) in
      let count = try sql.run(
        "INSERT INTO keiro.sessions (digest, subject, created_at, seen_at, expires, "
          + "device) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        [
          .blob(session.digest), .text(session.subject), .time(session.createdAt),
          .time(session.seenAt), .time(session.expires), .text(session.device),
        ])
      return count == 1 ? .created : .taken
    }
  }

  package func touchSession(
    digest: [UInt8], now: Timestamp, expires: Timestamp,
    completion: @escaping StoreCompletion<Bool>
  ) {
    writing(completion) { sql throws(Failure) in
      try sql.run(
        "UPDATE keiro.sessions SET seen_at = $1, expires = $2 WHERE digest = $3",
        [.time(now), .time(expires), .blob(digest)]) == 1
    }
  }

  package func revokeSession(
    digest: [UInt8], completion: @escaping StoreCompletion<Bool>
  ) {
    writing(completion) { [origin] sql throws(Failure) in
      let count = try sql.run("DELETE FROM keiro.sessions WHERE digest = $1", [.blob(digest)])
      guard count == 1 else { return false }
      // Nodes cache sessions just like tokens.
      try sql.notifyTokensChanged(
        by: origin, at: Timestamp(secondsSinceEpoch: Int(Clock.now())))
      return true
    }
  }
}

private let selection =
  "SELECT digest, subject, created_at, seen_at, expires, device FROM keiro.sessions"

extension Session {
  fileprivate init(row: some SQLRow) {
    self.init(
      digest: row.blob(0), subject: row.text(1), createdAt: row.time(2), seenAt: row.time(3),
      expires: row.time(4), device: row.optionalText(5))
  }
}

extension SQLStore where Self: ClaimKeeping {
  package func keepClaim(
    _ claim: Claim, now: Timestamp, completion: @escaping StoreCompletion<BoundedCreation>
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
      return kept == 1 ? .created : .taken
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
