import Links
import LinkStorage

/// Writes tokens, inside a transaction.
struct TokenTable {
  private let database: Database
  private let changes: ChangeLog

  init(_ database: Database, _ changes: ChangeLog) {
    self.database = database
    self.changes = changes
  }

  func create(_ token: APIToken) throws(LinkStoreError) -> TokenCreation {
    let count = try Self.insert(token, database)
    guard count == 1 else { return .taken }
    try changes.note(.tokenCreated, ofToken: token.id, at: token.createdAt)
    return .created
  }

  /// - Returns: 1, or 0 when there is a token with that identifier or digest.
  @discardableResult
  static func insert(_ token: APIToken, _ database: Database) throws(LinkStoreError) -> Int {
    try database.run(
      "INSERT INTO tokens (id, digest, name, scopes, hosts, created_at, expires, used_at, "
        + "revoked_at) VALUES (?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
      [
        .text(token.id), .blob(token.digest), .optional(token.name),
        .text(token.scopes.joined(separator: " ")), .text(token.reach.stored),
        .time(token.createdAt), .time(token.expires), .time(token.usedAt), .time(token.revokedAt),
      ])
  }

  func revoke(_ id: String, _ now: Timestamp) throws(LinkStoreError) -> TokenRevocation {
    let count = try database.run(
      "UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
      [.time(now), .text(id)])
    guard count == 0 else {
      try changes.note(.tokenRevoked, ofToken: id, at: now)
      return .revoked
    }
    let isKnown = try database.first("SELECT 1 FROM tokens WHERE id = ?", [.text(id)]) { _ in true }
    return isKnown == nil ? .missing : .revoked
  }

  func note(_ uses: [TokenUse]) throws(LinkStoreError) {
    for use in uses {
      try database.run(
        "UPDATE tokens SET used_at = max(coalesce(used_at, ?1), ?1) WHERE id = ?2",
        [.time(use.time), .text(use.id)])
    }
  }
}
