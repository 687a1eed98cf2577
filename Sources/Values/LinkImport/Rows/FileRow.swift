import JSONSyntax
import WebSyntax

/// A row of a file before its meaning is known.
enum FileRow: Sendable {
  /// The names of the columns of all following values.
  case names(line: Int, [String])
  case values(CSVRecord)
  case object(line: Int, JSONNode)
  /// A row that cannot be read; the rows after it can.
  case broken(line: Int, Sentence)
  /// Nothing from here on can be read.
  case unreadable(line: Int, Sentence)

  /// The row of an object, as a document by itself, whose line numbers are not those of the file.
  ///
  /// - Parameter isLine: whether the object is a whole line, and its columns are those of the file.
  init(line: Int, object bytes: [UInt8], isLine: Bool = false) {
    do throws(JSONSyntaxError) {
      self = .object(line: line, try JSONDocument(parsing: bytes).root)
    } catch {
      let reason = Sentence(english: error.reason.message)
      let column = JSONLines(bytes: bytes).position(of: error.offset).column
      self = .broken(
        line: line, isLine ? Sentence(FileFault.notJSON(column: column, reason)) : reason)
    }
  }
}

package enum FileShape: String, CaseIterable, Sendable {
  /// Fields with a separator between them; the first line names the columns.
  case table
  /// JSON in arrays, pages of arrays, or several documents in a row.
  case json
  /// One JSON object per line.
  case lines
  /// The statements of a MySQL dump.
  case dump

  /// The number of bytes examined at most to find the end of the first line.
  static let headLimit = 1 << 20

  /// Detects the shape of a text from its beginning.
  ///
  /// - Parameter isWhole: whether nothing more comes, or too much has come without a line end.
  /// - Returns: nil when there is too little to decide.
  init?(head: [UInt8], isWhole: Bool) {
    let start = head.firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    guard let start else {
      guard isWhole else { return nil }
      self = .table
      return
    }
    let rest = head[start...]
    let end = rest.firstIndex(of: 0x0A)
    guard isWhole || end != nil else { return nil }
    let line = rest[..<(end ?? rest.endIndex)]
    switch rest.first {
    case UInt8(ascii: "["): self = .json
    case UInt8(ascii: "{"): self = Self.isRow(line) ? .lines : .json
    default: self = Self.beginsDump(line) ? .dump : .table
    }
  }

  /// Whether a line is a complete object that is not a page of others.
  private static func isRow(_ line: ArraySlice<UInt8>) -> Bool {
    guard let document = try? JSONDocument(parsing: Array(line)),
      let members = document.root.object
    else { return false }
    return !members.contains { JSONPages.isList($0.name, $0.node.value) }
  }

  private static let beginnings = [
    "--", "/*", "insert into", "create table", "drop table", "set ", "lock tables", "use ",
    "start transaction", "replace into",
  ]

  private static func beginsDump(_ line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line.prefix(40), as: UTF8.self).lowercased()
    return beginnings.contains { text.hasPrefix($0) }
  }
}

/// Splits the text of a file of any shape into rows, in memory bounded by the longest row.
struct RowDecoder {
  private let shape: FileShape
  // Only one of them is in use: a value inside an enumeration would be copied at every piece.
  private var csv = CSVDecoder()
  private var pages = JSONPages()
  private var lines = LineDecoder()
  private var dump = SQLDumpDecoder()
  /// Whether the next record of a table names the columns.
  private var expectsNames = true

  init(_ shape: FileShape) {
    self.shape = shape
  }

  mutating func feed(_ text: ArraySlice<UInt8>) -> [FileRow] {
    switch shape {
    case .table: csv.feed(text).map { row($0) }
    case .json: pages.feed(text)
    case .lines: lines.feed(text).map(Self.row)
    case .dump: dump.feed(text)
    }
  }

  /// Ends the text: its last row may lack a line end.
  mutating func finish() -> [FileRow] {
    switch shape {
    case .table: csv.finish().map { row($0) }
    case .json: pages.finish()
    case .lines: lines.finish().map(Self.row)
    case .dump: dump.finish()
    }
  }

  private mutating func row(_ record: CSVRecord) -> FileRow {
    guard expectsNames else { return .values(record) }
    expectsNames = false
    if let fault = record.fault { return .unreadable(line: record.line, Sentence(fault)) }
    return .names(line: record.line, record.fields)
  }

  private static func row(_ line: LineDecoder.Line) -> FileRow {
    guard let bytes = line.bytes else {
      return .broken(line: line.number, Sentence(FileFault.rowTooLong))
    }
    return FileRow(line: line.number, object: bytes, isLine: true)
  }
}

extension Array {
  mutating func takeAll() -> Self {
    defer { self = [] }
    return self
  }
}

extension CSVRecord {
  /// The record without spaces around its cells.
  var trimmed: CSVRecord {
    func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
    guard fields.contains(where: { isBlank($0.utf8.first) || isBlank($0.utf8.last) }) else {
      return self
    }
    return CSVRecord(line: line, fields: fields.map { $0.trimmed }, fault: fault)
  }

  /// The record without the guards of an export against spreadsheet formulas.
  var unguarded: CSVRecord {
    guard fields.contains(where: { $0.utf8.first == UInt8(ascii: "'") }) else { return self }
    return CSVRecord(line: line, fields: fields.map(CSVText.unguarded), fault: fault)
  }
}
