package import Links
package import LinkStorage

extension SQLiteStore {
  package func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken? {
    try readers.read { database throws(LinkStoreError) in
      try database.first("\(Self.tokenColumns) WHERE digest = ?", [.blob(digest)], Self.token)
    }
  }

  package func tokens() throws(LinkStoreError) -> [APIToken] {
    try readers.read { database throws(LinkStoreError) in
      try database.rows("\(Self.tokenColumns) ORDER BY number", [], Self.token)
    }
  }

  package func createToken(
    _ token: APIToken, completion: @escaping StoreCompletion<TokenCreation>
  ) {
    write(completion) { [self] database throws(LinkStoreError) in
      try TokenTable(database, ChangeLog(database, of: self)).create(token)
    }
  }

  package func revokeToken(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<TokenRevocation>
  ) {
    write(completion) { [self] database throws(LinkStoreError) in
      try TokenTable(database, ChangeLog(database, of: self)).revoke(id, now)
    }
  }

  package func noteUses(_ uses: [TokenUse], completion: @escaping StoreCompletion<Void>) {
    write(completion) { [self] database throws(LinkStoreError) in
      try TokenTable(database, ChangeLog(database, of: self)).note(uses)
    }
  }

  private static let tokenColumns =
    "SELECT id, digest, name, scopes, hosts, created_at, expires, used_at, revoked_at FROM tokens"

  private static func token(_ row: SQLRow) -> APIToken {
    APIToken(
      id: row.text(0), digest: row.blob(1), name: row.optionalText(2),
      scopes: row.text(3).split(separator: " ").map(String.init),
      reach: HostReach(stored: row.text(4)),
      createdAt: Timestamp(secondsSinceEpoch: row.int(5)), expires: row.time(6),
      usedAt: row.time(7), revokedAt: row.time(8))
  }
}
