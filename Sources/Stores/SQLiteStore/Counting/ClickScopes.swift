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
    if let number = try database.countedNumber(of: scope) {
      known[scope] = number
      return number
    }
    let number = try Self.add(scope, in: database)
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

  static func add(_ scope: LinkKey, in database: Database) throws(LinkStoreError) -> Int {
    try database.run(
      "INSERT INTO counted_links (host, slug, total) VALUES (?,?,0)",
      [.text(scope.host), .text(scope.slug)])
    return database.lastInsertedRow
  }

  /// The numbers of different scopes, in order; new scopes get one.
  static func numbers(of scopes: [LinkKey], in database: Database) throws(LinkStoreError) -> [Int] {
    var numbers: [Int] = []
    var groupSize = 1
    while numbers.count < scopes.count {
      // Few sizes, each of which has a prepared statement.
      while groupSize > scopes.count - numbers.count { groupSize /= 2 }
      let group = scopes[numbers.count..<numbers.count + groupSize]
      if groupSize > 1, let new = try add(group, in: database) {
        numbers += new
        groupSize = min(groupSize * 2, mostInGroup)
        continue
      }
      groupSize = 2
      for scope in group {
        if let number = try database.countedNumber(of: scope) {
          numbers.append(number)
          groupSize = 1
        } else {
          numbers.append(try add(scope, in: database))
        }
      }
    }
    return numbers
  }

  /// The largest number of scopes that one statement adds. In a statement for each, most of the work is
  /// that of the statement: SQLite also reads and writes the highest number that it ever gave.
  private static let mostInGroup = 32

  /// Numbers scopes that are probably new.
  ///
  /// - Returns: their numbers, in order; nil if one of them had a number already.
  private static func add(
    _ scopes: ArraySlice<LinkKey>, in database: Database
  ) throws(LinkStoreError) -> Range<Int>? {
    let last = try database.first(
      "SELECT seq FROM sqlite_sequence WHERE name = 'counted_links'"
    ) { $0.int(0) }
    let first = (last ?? 0).addingClamped(1)
    let numbers = first..<first.addingClamped(scopes.count)
    let rows = repeatElement("(?,?,?,0)", count: scopes.count).joined(separator: ",")
    let added = try database.run(
      "INSERT INTO counted_links (id, host, slug, total) VALUES \(rows) ON CONFLICT DO NOTHING",
      zip(numbers, scopes).flatMap { [.int($0), .text($1.host), .text($1.slug)] })
    return added == scopes.count ? numbers : nil
  }

  static func key(of link: Int, in database: Database) throws(LinkStoreError) -> LinkKey? {
    try database.first("SELECT host, slug FROM counted_links WHERE id = ?", [.int(link)]) { row in
      LinkKey(host: row.text(0), slug: row.text(1))
    }
  }
}
