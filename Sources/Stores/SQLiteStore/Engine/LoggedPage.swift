import System

/// The first page of a database as its write-ahead log has it, read without SQLite, which would change
/// files beside the database (https://www.sqlite.org/fileformat2.html, sections 1.3, 1.6 and 4.1).
///
/// Keiro leaves its log when it ends: until it is moved into the file, the file alone may be empty.
struct LoggedPage {
  /// The program that the file belongs to, and the version of its schema.
  let application: Int
  let version: Int
  let hasTables: Bool

  private static let headerBytes = 32
  private static let frameBytes = 24
  /// Far above the size that a log keeps.
  private static let sizeLimit = 1 << 30

  /// Nil if there is no log, or the log has no committed first page.
  init?(log path: String) {
    guard fileExists(path), let bytes = try? readFile(path, limit: Self.sizeLimit),
      bytes.count > Self.headerBytes, bytes[0...2] == [0x37, 0x7F, 0x06]
    else { return nil }
    let size = Self.number(bytes, 8) + Self.frameBytes
    var written: Int?
    var committed: Int?
    var frame = Self.headerBytes
    // Frames of an earlier round of the log have other salts.
    while size > Self.frameBytes + 104, frame + size <= bytes.count,
      bytes[frame + 8..<frame + 16] == bytes[16..<24]
    {
      if Self.number(bytes, frame) == 1 { written = frame + Self.frameBytes }
      if Self.number(bytes, frame + 4) != 0 { committed = written }
      frame += size
    }
    guard let page = committed else { return nil }
    version = Self.number(bytes, page + 60)
    application = Self.number(bytes, page + 68)
    // A page of the list of tables that has no others below it, and no table.
    hasTables = bytes[page + 100] != 13 || bytes[page + 103] != 0 || bytes[page + 104] != 0
  }

  /// Four bytes, the highest first.
  private static func number(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
