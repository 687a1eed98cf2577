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
    write(completion) { [origin] database throws(LinkStoreError) in
      try TokenTable(database, ChangeLog(database, origin: origin)).create(token)
    }
  }

  package func revokeToken(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<TokenRevocation>
  ) {
    write(completion) { [origin] database throws(LinkStoreError) in
      try TokenTable(database, ChangeLog(database, origin: origin)).revoke(id, now)
    }
  }

  private static let tokenColumns =
    "SELECT id, digest, name, scopes, created_at, revoked_at FROM tokens"

  private static func token(_ row: SQLRow) -> APIToken {
    APIToken(
      id: row.text(0), digest: row.blob(1), name: row.optionalText(2),
      scopes: row.text(3).split(separator: " ").map(String.init),
      createdAt: Timestamp(secondsSinceEpoch: row.int(4)), revokedAt: row.time(5))
  }
}
