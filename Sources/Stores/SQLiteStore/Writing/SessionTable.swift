import Links
import LinkStorage

/// Writes sessions, inside a transaction.
struct SessionTable {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func create(_ session: Session) throws(LinkStoreError) -> SessionCreation {
    let count = try database.run(
      "INSERT INTO sessions (digest, subject, created_at, seen_at, expires) VALUES (?,?,?,?,?) "
        + "ON CONFLICT DO NOTHING",
      [
        .blob(session.digest), .text(session.subject), .time(session.createdAt),
        .time(session.seenAt), .time(session.expires),
      ])
    return count == 1 ? .created : .taken
  }

  func touch(
    _ digest: [UInt8], _ now: Timestamp, expires: Timestamp
  ) throws(LinkStoreError) -> SessionChange {
    let count = try database.run(
      "UPDATE sessions SET seen_at = ?, expires = ? WHERE digest = ?",
      [.time(now), .time(expires), .blob(digest)])
    return count == 1 ? .done : .missing
  }

  func revoke(_ digest: [UInt8]) throws(LinkStoreError) -> SessionChange {
    let count = try database.run("DELETE FROM sessions WHERE digest = ?", [.blob(digest)])
    return count == 1 ? .done : .missing
  }
}
