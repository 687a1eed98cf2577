import LinkStorage
import Links
import SQLStorage

/// Reads links on any connection.
enum LinkQueries {
  private static let columns = LinkRow.columns

  private static let byKey = "SELECT \(columns) FROM links WHERE host = ? AND slug = ?"

  static func link(at key: LinkKey, in database: Database) throws(LinkStoreError) -> StoredLink? {
    try database.first(byKey, [.text(key.host), .text(key.slug)], LinkRow.stored)
  }

  static func links(
    at keys: [LinkKey], in database: Database
  ) throws(LinkStoreError) -> [StoredLink] {
    var found: [StoredLink] = []
    for part in keys.partsForStatements {
      let values = repeatElement("(?, ?)", count: part.count).joined(separator: ", ")
      found += try database.rows(
        // Without the join, SQLite would read every link.
        "WITH wanted (host, slug) AS (VALUES \(values)) SELECT \(columns) "
          + "FROM wanted CROSS JOIN links USING (host, slug)",
        part.flatMap { [.text($0.host), .text($0.slug)] }, LinkRow.stored)
    }
    return found.ordered(by: keys)
  }
}

extension [LinkKey] {
  /// The keys in groups of up to 64, each filled up to a power of two by repeating the last key: there
  /// is a statement for each size, seven in all.
  fileprivate var partsForStatements: [[LinkKey]] {
    stride(from: 0, to: count, by: 64).map { start in
      let part = self[start..<Swift.min(start + 64, count)]
      var length = 1
      while length < part.count { length *= 2 }
      guard let last = part.last else { return [] }
      return Array(part) + Array(repeating: last, count: length - part.count)
    }
  }
}
