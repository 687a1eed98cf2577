import LinkStorage
import Links
import SQLStorage

/// The numbers of scopes under which clicks are summed: links, hosts, and everything.
struct ClickScopes {
  private let database: Database
  private var known: [LinkKey: Int] = [:]

  init(_ database: Database) {
    self.database = database
  }

  /// The number of a scope; a new scope gets one.
  mutating func number(of scope: LinkKey) throws(LinkStoreError) -> Int {
    if let number = known[scope] { return number }
    let number = try Self.numbers(of: [scope], in: database)[0]
    known[scope] = number
    return number
  }

  /// The numbers of a link's host and of everything.
  mutating func groups(of link: LinkKey) throws(LinkStoreError) -> [Int] {
    [try number(of: LinkKey.links(of: link.host)), try number(of: LinkKey.everything)]
  }

  /// The numbers of a link's host and of everything; none for a link that was forgotten.
  mutating func groups(ofLink number: Int) throws(LinkStoreError) -> [Int] {
    try Self.key(of: number, in: database).map { key throws(LinkStoreError) in
      try groups(of: key)
    } ?? []
  }

  /// The numbers of scopes, in order; new scopes get one.
  static func numbers(of scopes: [LinkKey], in database: Database) throws(LinkStoreError) -> [Int] {
    var numbers = try scopes.map { scope throws(LinkStoreError) in
      try number(of: scope, in: database) ?? 0
    }
    var new = scopes.indices.filter { numbers[$0] == 0 }[...]
    while !new.isEmpty {
      // Two sizes, each of which has a prepared statement.
      let group = new.prefix(new.count < mostInGroup ? 1 : mostInGroup)
      new = new.dropFirst(group.count)
      let rows = repeatElement("(?,?,0)", count: group.count).joined(separator: ",")
      try database.run(
        "INSERT INTO counted_links (host, slug, total) VALUES \(rows) ON CONFLICT DO NOTHING",
        group.flatMap { [.text(scopes[$0].host), .text(scopes[$0].slug)] })
      for index in group { numbers[index] = try number(of: scopes[index], in: database) ?? 0 }
    }
    return numbers
  }

  /// The largest number of scopes that one statement adds. In a statement for each, most of the work is
  /// that of the statement: SQLite also reads and writes the highest number that it ever gave.
  private static let mostInGroup = 32

  /// The number of a scope; nil if it never was counted. A batch asks for thousands, so the statement is a
  /// literal: making its text takes longer than finding the row.
  private static func number(
    of scope: LinkKey, in database: Database
  ) throws(LinkStoreError) -> Int? {
    try database.first(
      "SELECT id FROM counted_links WHERE host = ? AND slug = ?",
      [.text(scope.host), .text(scope.slug)]
    ) { $0.int(0) }
  }

  static func key(of link: Int, in database: Database) throws(LinkStoreError) -> LinkKey? {
    try database.first("SELECT host, slug FROM counted_links WHERE id = ?", [.int(link)]) { row in
      LinkKey(host: row.text(0), slug: row.text(1))
    }
  }
}
