package import Links
package import LinkStorage

extension SQLiteStore {
  package func session(digest: [UInt8]) throws(LinkStoreError) -> Session? {
    try readers.read { database throws(LinkStoreError) in
      try database.first("\(Self.sessionColumns) WHERE digest = ?", [.blob(digest)], Self.session)
    }
  }

  package func sessions(of subject: String?) throws(LinkStoreError) -> [Session] {
    try readers.read { database throws(LinkStoreError) in
      let condition = subject == nil ? "" : "WHERE subject = ?"
      return try database.rows(
        "\(Self.sessionColumns) \(condition) ORDER BY number", subject.map { [.text($0)] } ?? [],
        Self.session)
    }
  }

  package func createSession(
    _ session: Session, completion: @escaping StoreCompletion<SessionCreation>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try SessionTable(database).create(session)
    }
  }

  package func touchSession(
    digest: [UInt8], now: Timestamp, expires: Timestamp,
    completion: @escaping StoreCompletion<SessionChange>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try SessionTable(database).touch(digest, now, expires: expires)
    }
  }

  package func revokeSession(
    digest: [UInt8], completion: @escaping StoreCompletion<SessionChange>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try SessionTable(database).revoke(digest)
    }
  }

  private static let sessionColumns =
    "SELECT digest, subject, created_at, seen_at, expires FROM sessions"

  private static func session(_ row: SQLRow) -> Session {
    Session(
      digest: row.blob(0), subject: row.text(1),
      createdAt: Timestamp(secondsSinceEpoch: row.int(2)),
      seenAt: Timestamp(secondsSinceEpoch: row.int(3)),
      expires: Timestamp(secondsSinceEpoch: row.int(4)))
  }
}
