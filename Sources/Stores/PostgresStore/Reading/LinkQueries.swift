import LinkStorage
import Links
import SQLStorage

/// Reads links.
enum LinkQueries {
  private static let columns = LinkRow.columns

  /// - Parameters:
  ///   - key: the host and slug.
  ///   - connection: the connection to use.
  ///   - locks: whether to lock the row until the end of the transaction.
  static func link(
    at key: LinkKey, in connection: PostgresConnection, locks: Bool = false
  ) throws(PostgresFailure) -> StoredLink? {
    try connection.decoded(
      "SELECT \(columns) FROM keiro.links WHERE host = $1 AND slug = $2"
        + (locks ? " FOR UPDATE" : ""),
      [.text(key.host), .text(key.slug)], LinkRow.stored
    ).first
  }

  static func links(
    at keys: [LinkKey], in connection: PostgresConnection
  ) throws(PostgresFailure) -> [StoredLink] {
    let keys = Set(keys).sorted { $0.isBefore($1) }
    guard !keys.isEmpty else { return [] }
    let columns = (["id", "revision"] + LinkCodec.columns).map { "l." + $0 }
    return try connection.decoded(
      "SELECT \(columns.joined(separator: ", ")) FROM unnest($1, $2) AS k (host, slug) "
        + "JOIN keiro.links l ON l.host = k.host AND l.slug = k.slug",
      [.texts(keys.map(\.host)), .texts(keys.map(\.slug))], LinkRow.stored)
  }

  static func links(
    of ids: [Int], in connection: PostgresConnection
  ) throws(PostgresFailure) -> [StoredLink] {
    guard !ids.isEmpty else { return [] }
    return try connection.decoded(
      "SELECT \(columns) FROM keiro.links WHERE id = ANY ($1)", [.ints(ids)], LinkRow.stored)
  }
}
