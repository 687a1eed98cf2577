import Links
import WebSyntax

/// The lines on which links first appeared, in about 20 bytes per link.
///
/// A link is identified by 64 bits of a hash: a million links collide once in 37 million imports.
/// There are several small tables instead of one large one because a growing table is in memory
/// twice.
struct FirstLines {
  private var tables = Array(repeating: [UInt64: UInt32](), count: tableCount)

  private static let tableCount = 16

  /// The line on which a link appeared before; nil the first time, which is then recorded.
  mutating func insert(_ key: LinkKey, line: Int) -> Int? {
    let (table, hash) = Self.place(key)
    guard let first = tables[table].updateValue(UInt32(clamping: line), forKey: hash) else {
      return nil
    }
    tables[table][hash] = first
    return Int(first)
  }

  func contains(_ key: LinkKey) -> Bool {
    let (table, hash) = Self.place(key)
    return tables[table][hash] != nil
  }

  /// The table of a link, and what identifies it there.
  private static func place(_ key: LinkKey) -> (table: Int, hash: UInt64) {
    var hash = FNV1a(key.host.utf8)
    hash.add(UInt8(ascii: "/"))
    hash.add(key.slug.utf8)
    return (Int(hash.hash % UInt64(tableCount)), hash.hash)
  }
}

/// Counts the rows that begin on one line: a dump or a document may be a single line.
struct LineRows {
  private var line = 0
  private var rows = 0

  /// - Returns: the number of the row on its line, from 2; nil for the first.
  mutating func enter(_ row: FileRow) -> Int? {
    if case .names = row { return nil }
    rows = row.line == line ? rows + 1 : 1
    line = row.line
    return rows > 1 ? rows : nil
  }
}
