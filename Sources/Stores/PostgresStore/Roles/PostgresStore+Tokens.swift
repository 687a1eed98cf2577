package import Links
package import LinkStorage

extension PostgresStore {
  package func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken? {
    try read { connection throws(PostgresFailure) in
      try connection.first(
        "\(Self.tokenColumns) WHERE digest = $1", [.bytes(digest)], Self.token)
    }
  }

  package func tokens() throws(LinkStoreError) -> [APIToken] {
    try read { connection throws(PostgresFailure) in try Self.tokens(in: connection) }
  }

  /// All tokens, in the order in which they were made.
  static func tokens(in connection: Connection) throws(PostgresFailure) -> [APIToken] {
    try connection.rows("\(tokenColumns) ORDER BY number", [], token)
  }

  package func createToken(
    _ token: APIToken, completion: @escaping StoreCompletion<TokenCreation>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let count = try connection.run(
        "INSERT INTO keiro.tokens (id, digest, name, scopes, hosts, created_at, expires, used_at, "
          + "revoked_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
        [
          .text(token.id), .bytes(token.digest), .optional(token.name),
          .text(token.scopes.joined(separator: " ")), .text(token.reach.stored),
          .time(token.createdAt), .time(token.expires), .time(token.usedAt),
          .time(token.revokedAt),
        ])
      guard count == 1 else { return .taken }
      try ChangeLog(connection, of: self).note(
        .tokenCreated, ofToken: token.id, at: token.createdAt)
      return .created
    }
  }

  package func revokeToken(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<TokenRevocation>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let count = try connection.run(
        "UPDATE keiro.tokens SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL",
        [.time(now), .text(id)])
      guard count == 0 else {
        try ChangeLog(connection, of: self).note(.tokenRevoked, ofToken: id, at: now)
        return .revoked
      }
      let isKnown = try connection.first(
        "SELECT 1::bigint FROM keiro.tokens WHERE id = $1", [.text(id)]
      ) { _ in true }
      return isKnown == nil ? .missing : .revoked
    }
  }

  package func noteUses(_ uses: [TokenUse], completion: @escaping StoreCompletion<Void>) {
    change(completion) { connection throws(PostgresFailure) in
      for use in uses.sorted(by: { $0.id < $1.id }) {
        try connection.queue(
          "UPDATE keiro.tokens SET used_at = $1 WHERE id = $2 AND coalesce(used_at < $1, true)",
          [.time(use.time), .text(use.id)])
      }
    }
  }

  private static let tokenColumns =
    "SELECT id, digest, name, scopes, hosts, created_at, expires, used_at, revoked_at "
    + "FROM keiro.tokens"

  private static func token(_ row: PostgresRow) -> APIToken {
    APIToken(
      id: row.text(0), digest: row.blob(1), name: row.optionalText(2),
      scopes: row.text(3).split(separator: " ").map(String.init),
      reach: HostReach(stored: row.text(4)),
      createdAt: Timestamp(secondsSinceEpoch: row.int(5)), expires: row.time(6),
      usedAt: row.time(7), revokedAt: row.time(8))
  }
}
