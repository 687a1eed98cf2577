package import LinkStorage
package import Links
import System

extension SQLStore where Self: SessionKeeping {
  package func session(digest: [UInt8]) throws(LinkStoreError) -> Session? {
    try reading { sql throws(Failure) in
      try sql.first("\(selection) WHERE digest = $1", [.blob(digest)]) { Session(row: $0) }
    }
  }

  package func sessions(of subject: String?) throws(LinkStoreError) -> [Session] {
    try reading { sql throws(Failure) in
      let condition = subject == nil ? "" : "WHERE subject = $1"
      return try sql.rows(
        "\(selection) \(condition) ORDER BY number", subject.map { [.text($0)] } ?? []
      ) { Session(row: $0) }
    }
  }

  package func createSession(
    _ session: Session, completion: @escaping StoreCompletion<SessionCreation>
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
    completion: @escaping StoreCompletion<SessionChange>
  ) {
    writing(completion) { sql throws(Failure) in
      let count = try sql.run(
        "UPDATE keiro.sessions SET seen_at = $1, expires = $2 WHERE digest = $3",
        [.time(now), .time(expires), .blob(digest)])
      return count == 1 ? .done : .missing
    }
  }

  package func revokeSession(
    digest: [UInt8], completion: @escaping StoreCompletion<SessionChange>
  ) {
    writing(completion) { [origin] sql throws(Failure) in
      let count = try sql.run("DELETE FROM keiro.sessions WHERE digest = $1", [.blob(digest)])
      guard count == 1 else { return .missing }
      // Nodes cache sessions just like tokens.
      try sql.notifyTokensChanged(
        by: origin, at: Timestamp(secondsSinceEpoch: Int(Clock.now())))
      return .done
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
