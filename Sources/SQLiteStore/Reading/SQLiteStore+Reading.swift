package import Links
package import LinkStorage

extension SQLiteStore {
  package func check() throws(LinkStoreError) {
    _ = try changeCounter()
  }

  package func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try readers.read { database throws(LinkStoreError) in
      try LinkQueries.link(at: key, in: database)
    }
  }

  package func link(like link: ShortLink) throws(LinkStoreError) -> StoredLink? {
    try readers.read { database throws(LinkStoreError) in
      try LinkQueries.link(like: link, in: database)
    }
  }

  package func links(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(LinkStoreError) -> LinkPage {
    try readers.read { database throws(LinkStoreError) in
      try LinkQueries.page(filter, after: cursor, limit: limit, in: database)
    }
  }

  package func links(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try readers.read { database throws(LinkStoreError) in
      try LinkQueries.links(afterID: id, limit: limit, in: database)
    }
  }

  package func clicks(of key: LinkKey) throws(LinkStoreError) -> Int {
    try readers.read { database throws(LinkStoreError) in
      try database.first(
        "SELECT total FROM counted_links WHERE host = ? AND slug = ?",
        [.text(key.host), .text(key.slug)]
      ) { $0.int(0) } ?? 0
    }
  }

  package func statistics(_ query: StatisticsQuery) throws(LinkStoreError) -> Statistics {
    try readers.read { database throws(LinkStoreError) in
      try StatisticsQueries(query, database).statistics()
    }
  }

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

  package func foreignChangeCounter() throws(LinkStoreError) -> Int {
    try changeCounter() - ownChanges
  }

  package func changeCounter() throws(LinkStoreError) -> Int {
    try readers.read { database throws(LinkStoreError) in
      try database.first("SELECT counter FROM changes") { $0.int(0) } ?? 0
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
