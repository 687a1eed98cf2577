package import LinkStorage
package import Links

extension SQLStore where Self: TokenKeeping {
  package func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken? {
    try first("\(selection) WHERE digest = $1", [.blob(digest)]) { APIToken(row: $0) }
  }

  package func tokens() throws(LinkStoreError) -> [APIToken] {
    try reading { sql throws(Failure) in try sql.tokens() }
  }

  package func createToken(
    _ token: APIToken, by actor: AuditActor, completion: @escaping StoreCompletion<UniqueCreation>
  ) {
    writing(.readBack, completion) { [origin] sql throws(Failure) in
      guard try sql.insert(token) == 1 else { return .taken }
      try sql.notifyTokensChanged(by: origin, at: token.createdAt)
      try sql.enter([AuditEntry(.tokenCreated, by: actor, at: token.createdAt, token: token.id)])
      return .created
    }
  }

  package func revokeToken(
    id: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Bool>
  ) {
    writing(.readBack, completion) { [origin] sql throws(Failure) in
      let count = try sql.run(
        "UPDATE keiro.tokens SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL",
        [.time(now), .text(id)])
      guard count == 0 else {
        try sql.notifyTokensChanged(by: origin, at: now)
        try sql.enter([AuditEntry(.tokenRevoked, by: actor, at: now, token: id)])
        return true
      }
      let known = try sql.first("SELECT count(*) FROM keiro.tokens WHERE id = $1", [.text(id)]) {
        $0.int(0)
      }
      return known != 0
    }
  }

  package func noteUses(
    _ uses: [String: Timestamp], completion: @escaping StoreCompletion<Void>
  ) {
    writing(completion) { sql throws(Failure) in
      // In one order everywhere, so that transactions cannot deadlock.
      for (id, time) in uses.sorted(by: { $0.key < $1.key }) {
        try sql.send(
          "UPDATE keiro.tokens SET used_at = $1 WHERE id = $2 "
            + "AND (used_at IS NULL OR used_at < $1)", [.time(time), .text(id)])
      }
    }
  }
}

extension SQLConnection {
  /// All tokens, in the order of creation.
  package func tokens() throws(Failure) -> [APIToken] {
    try rows("\(selection) ORDER BY number", []) { APIToken(row: $0) }
  }

  /// Inserts a token.
  ///
  /// - Returns: 1, or 0 when a token with that identifier or digest exists.
  @discardableResult
  package func insert(_ token: APIToken) throws(Failure) -> Int {
    try run(
      "INSERT INTO keiro.tokens (id, digest, name, scopes, hosts, created_at, expires, used_at, "
        + "revoked_at, per_hour, lifetime) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
        + "ON CONFLICT DO NOTHING",
      [
        .text(token.id), .blob(token.digest), .text(token.name),
        .text(token.scopes.joined(separator: " ")), .text(token.reach.stored),
        .time(token.createdAt), .time(token.expires), .time(token.usedAt), .time(token.revokedAt),
        .int(token.making?.perHour), .int(token.making?.lifetime),
      ])
  }
}

private let selection =
  "SELECT id, digest, name, scopes, hosts, created_at, expires, used_at, revoked_at, per_hour, "
  + "lifetime FROM keiro.tokens"

extension APIToken {
  fileprivate init(row: some SQLRow) {
    self.init(
      id: row.text(0), digest: row.blob(1), name: row.optionalText(2),
      scopes: row.text(3).split(separator: " ").map(String.init),
      reach: HostReach(stored: row.text(4)), createdAt: row.time(5), expires: row.optionalTime(6),
      usedAt: row.optionalTime(7), revokedAt: row.optionalTime(8),
      making: row.optionalInt(9).map { LinkMaking(perHour: $0, lifetime: row.optionalInt(10)) })
  }
}
