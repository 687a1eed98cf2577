package import Links
package import LinkStorage
import System

extension PostgresStore {
  package func session(digest: [UInt8]) throws(LinkStoreError) -> Session? {
    try read { connection throws(PostgresFailure) in
      try connection.first(
        "\(Self.sessionColumns) WHERE digest = $1", [.bytes(digest)], Self.session)
    }
  }

  package func sessions(of subject: String?) throws(LinkStoreError) -> [Session] {
    try read { connection throws(PostgresFailure) in
      let condition = subject == nil ? "" : "WHERE subject = $1"
      return try connection.rows(
        "\(Self.sessionColumns) \(condition) ORDER BY number",
        subject.map { [.text($0)] } ?? [], Self.session)
    }
  }

  package func createSession(
    _ session: Session, completion: @escaping StoreCompletion<SessionCreation>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      let count = try connection.run(
        "INSERT INTO keiro.sessions (digest, subject, created_at, seen_at, expires) "
          + "VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        [
          .bytes(session.digest), .text(session.subject), .time(session.createdAt),
          .time(session.seenAt), .time(session.expires),
        ])
      return count == 1 ? .created : .taken
    }
  }

  package func touchSession(
    digest: [UInt8], now: Timestamp, expires: Timestamp,
    completion: @escaping StoreCompletion<SessionChange>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      let count = try connection.run(
        "UPDATE keiro.sessions SET seen_at = $1, expires = $2 WHERE digest = $3",
        [.time(now), .time(expires), .bytes(digest)])
      return count == 1 ? .done : .missing
    }
  }

  package func revokeSession(
    digest: [UInt8], completion: @escaping StoreCompletion<SessionChange>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let count = try connection.run(
        "DELETE FROM keiro.sessions WHERE digest = $1", [.bytes(digest)])
      guard count == 1 else { return .missing }
      try ChangeLog(connection, of: self).noteSessionsEnded(
        at: Timestamp(secondsSinceEpoch: Int(Clock.now())))
      return .done
    }
  }

  private static let sessionColumns =
    "SELECT digest, subject, created_at, seen_at, expires FROM keiro.sessions"

  private static func session(_ row: PostgresRow) -> Session {
    Session(
      digest: row.blob(0), subject: row.text(1),
      createdAt: Timestamp(secondsSinceEpoch: row.int(2)),
      seenAt: Timestamp(secondsSinceEpoch: row.int(3)),
      expires: Timestamp(secondsSinceEpoch: row.int(4)))
  }
}
