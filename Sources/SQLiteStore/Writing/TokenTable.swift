import Links
import LinkStorage

/// Writes tokens, inside a transaction.
struct TokenTable {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func create(_ token: APIToken) throws(LinkStoreError) -> LinkWriteAnswer {
    let count = try database.run(
      "INSERT INTO tokens (id, digest, name, scopes, created_at, revoked_at) VALUES (?,?,?,?,?,?) "
        + "ON CONFLICT DO NOTHING",
      [
        .text(token.id), .blob(token.digest), .optional(token.name),
        .text(token.scopes.joined(separator: " ")), .time(token.createdAt), .time(token.revokedAt),
      ])
    return count == 1 ? .done : .taken
  }

  func revoke(_ id: String, _ now: Timestamp) throws(LinkStoreError) -> LinkWriteAnswer {
    let count = try database.run(
      "UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?",
      [.time(now), .text(id)])
    return count == 1 ? .done : .missing
  }
}
