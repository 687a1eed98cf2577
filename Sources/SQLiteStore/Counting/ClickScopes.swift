import Links
import LinkStorage

/// The numbers under which clicks are summed up: those of links, of hosts, and of everything.
struct ClickScopes {
  private let database: Database
  private var known: [LinkKey: Int] = [:]

  init(_ database: Database) {
    self.database = database
  }

  /// All hosts together.
  static let everything = LinkKey(host: "", slug: "")

  /// All links of a host; no link has an empty slug.
  static func host(_ name: String) -> LinkKey { LinkKey(host: name, slug: "") }

  /// The number of a scope, which is made when it is new.
  mutating func number(of scope: LinkKey) throws(LinkStoreError) -> Int {
    if let number = known[scope] { return number }
    if let number = try Self.existing(scope, in: database) {
      known[scope] = number
      return number
    }
    let number = try Self.add(0, to: scope, in: database)
    known[scope] = number
    return number
  }

  /// Adds to the total of a scope.
  static func add(
    _ people: Int, to scope: LinkKey, in database: Database
  ) throws(LinkStoreError) -> Int {
    let number = try database.first(
      "INSERT INTO counted_links (host, slug, total) VALUES (?,?,?) "
        + "ON CONFLICT (host, slug) DO UPDATE SET total = total + excluded.total RETURNING id",
      [.text(scope.host), .text(scope.slug), .int(people)]
    ) { $0.int(0) }
    guard let number else {
      throw LinkStoreError(
        kind: .failed, code: 0, message: "a counted link has no number",
        operation: "write counted_links")
    }
    return number
  }

  /// Nil for a scope that was never counted.
  static func existing(_ scope: LinkKey, in database: Database) throws(LinkStoreError) -> Int? {
    try database.first(
      "SELECT id FROM counted_links WHERE host = ? AND slug = ?",
      [.text(scope.host), .text(scope.slug)]
    ) { $0.int(0) }
  }

  /// The place of a link.
  static func key(of link: Int, in database: Database) throws(LinkStoreError) -> LinkKey? {
    try database.first("SELECT host, slug FROM counted_links WHERE id = ?", [.int(link)]) { row in
      LinkKey(host: row.text(0), slug: row.text(1))
    }
  }
}
