import WebSyntax

/// Reads the rows of a table of links from a dump that `mysqldump` or phpMyAdmin wrote, in memory
/// bounded by the longest row. All other tables are passed over.
package struct SQLDumpDecoder: Sendable {
  /// A word of a statement.
  private enum Token {
    case word(String)
    /// In back-quotes: a name of a table or a column.
    case name(String)
    case text(String)
    /// Longer than can be used.
    case tooLong
    case mark(UInt8)
  }

  private enum Lexer {
    case idle, word, name, text, textEscape, textQuote, dash, lineComment, slash, comment,
      commentStar
  }

  private enum Place {
    /// Behind the end of a statement.
    case start
    /// In a statement that matters in no way.
    case other
    /// Behind `INSERT` or `CREATE TABLE`, before its names.
    case insert, create
    case insertColumns, values, row
    /// With the number of brackets that are open.
    case createColumns(Int)
  }

  private static let tokenLimit = 1 << 20
  private static let fieldLimit = 1024
  /// How the tables that hold links are called, behind whatever prefix an installation has.
  private static let suffix = "url"

  private var lexer = Lexer.idle
  private var token: [UInt8] = []
  private var isTooLong = false
  private var line = 1

  private var place = Place.start
  /// Words of the statement before its names.
  private var table = ""
  private var isRowOfInterest = false
  /// The columns that the statement names, in their order.
  private var columns: [String] = []
  /// The columns of tables by `CREATE TABLE`.
  private var created: [String: [String]] = [:]
  private var told: [String]?
  private var expectsColumn = false
  private var fields: [String] = []
  private var field: String?
  private var rowLine = 1
  private var fault: CSVRecord.Fault?
  private var hasRows = false

  package init() {}

  mutating func feed(_ bytes: ArraySlice<UInt8>, _ emit: (FileRow) -> Void) {
    for byte in bytes {
      take(byte, emit)
      if byte == 0x0A { line += 1 }
    }
  }

  mutating func finish(_ emit: (FileRow) -> Void) {
    take(0x0A, emit)
    switch (lexer, place) {
    case (.text, .row), (.textEscape, .row), (_, .row):
      emit(.broken(line: rowLine, "the file ends in the middle of a row: it may be cut off"))
    default:
      guard !hasRows else { return }
      emit(
        .unreadable(
          line: 1,
          "the dump has no rows of a table whose name ends in '\(Self.suffix)', such as "
            + "yourls_url"))
    }
  }

  // MARK: - Words

  private mutating func take(_ byte: UInt8, _ emit: (FileRow) -> Void) {
    switch lexer {
    case .idle: begin(byte, emit)
    case .word:
      if Self.isWord(byte) { append(byte) } else { endWord(emit); begin(byte, emit) }
    case .name:
      if byte == UInt8(ascii: "`") { end(emit) { .name($0) } } else { append(byte) }
    case .text:
      switch byte {
      case UInt8(ascii: "\\"): lexer = .textEscape
      case UInt8(ascii: "'"): lexer = .textQuote
      default: append(byte)
      }
    case .textEscape:
      append(Self.escaped(byte))
      lexer = .text
    case .textQuote:
      if byte == UInt8(ascii: "'") {
        append(byte)
        lexer = .text
      } else {
        end(emit) { .text($0) }
        begin(byte, emit)
      }
    case .dash:
      if byte == UInt8(ascii: "-") {
        lexer = .lineComment
      } else {
        // A negative number.
        lexer = .word
        append(UInt8(ascii: "-"))
        take(byte, emit)
      }
    case .lineComment: if byte == 0x0A { lexer = .idle }
    case .slash:
      lexer = byte == UInt8(ascii: "*") ? .comment : .idle
    case .comment: if byte == UInt8(ascii: "*") { lexer = .commentStar }
    case .commentStar:
      lexer =
        byte == UInt8(ascii: "/") ? .idle : byte == UInt8(ascii: "*") ? .commentStar : .comment
    }
  }

  private mutating func begin(_ byte: UInt8, _ emit: (FileRow) -> Void) {
    lexer = .idle
    switch byte {
    case UInt8(ascii: "'"): lexer = .text
    case UInt8(ascii: "`"), UInt8(ascii: "\""): lexer = .name
    case UInt8(ascii: "-"): lexer = .dash
    case UInt8(ascii: "/"): lexer = .slash
    case UInt8(ascii: "#"): lexer = .lineComment
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ";"):
      parse(.mark(byte), emit)
    default:
      guard Self.isWord(byte) else { return }
      lexer = .word
      append(byte)
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte >= 0x80
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
  }

  private mutating func append(_ byte: UInt8) {
    if token.count < Self.tokenLimit { token.append(byte) } else { isTooLong = true }
  }

  private mutating func endWord(_ emit: (FileRow) -> Void) { end(emit) { .word($0) } }

  private mutating func end(_ emit: (FileRow) -> Void, _ make: (String) -> Token) {
    let made = isTooLong ? Token.tooLong : make(String(decoding: token, as: UTF8.self))
    token.removeAll(keepingCapacity: true)
    (isTooLong, lexer) = (false, .idle)
    parse(made, emit)
  }

  /// Source: MySQL Reference Manual, String Literals.
  private static func escaped(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "0"): 0
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "Z"): 0x1A
    default: byte
    }
  }

  // MARK: - Statements

  private mutating func parse(_ token: Token, _ emit: (FileRow) -> Void) {
    if case .mark(UInt8(ascii: ";")) = token {
      if case .row = place { endRow(emit) }
      place = .start
      return
    }
    switch place {
    case .other: break
    case .start: begin(token)
    case .insert: takeInsert(token)
    case .insertColumns: takeColumn(token)
    case .values:
      if case .mark(UInt8(ascii: "(")) = token { beginRow() }
    case .row: takeField(token, emit)
    case .create:
      switch token {
      case .name(let name): table = name
      case .word(let word) where !["table", "if", "not", "exists"].contains(word.lowercased()):
        table = Self.plain(word)
      case .mark(UInt8(ascii: "(")):
        (place, columns, expectsColumn) = (.createColumns(1), [], true)
      default: break
      }
    case .createColumns(let depth): takeCreated(token, depth)
    }
  }

  private mutating func begin(_ token: Token) {
    guard case .word(let word) = token else { return place = .other }
    switch word.lowercased() {
    case "insert", "replace": (place, table, columns) = (.insert, "", [])
    case "create": (place, table) = (.create, "")
    default: place = .other
    }
  }

  private mutating func takeInsert(_ token: Token) {
    switch token {
    case .name(let name): table = name
    case .word(let word):
      switch word.lowercased() {
      case "into", "ignore", "low_priority", "delayed": break
      case "values", "value":
        isRowOfInterest = table.lowercased().hasSuffix(Self.suffix)
        place = isRowOfInterest ? .values : .other
        if columns.isEmpty { columns = created[table] ?? [] }
      default: table = Self.plain(word)
      }
    case .mark(UInt8(ascii: "(")): place = .insertColumns
    default: break
    }
  }

  /// The name of a table behind that of its database.
  private static func plain(_ word: String) -> String {
    word.split(separator: ".").last.map(String.init) ?? word
  }

  private mutating func takeColumn(_ token: Token) {
    switch token {
    case .name(let name), .word(let name):
      if columns.count < Self.fieldLimit { columns.append(name) }
    case .mark(UInt8(ascii: ")")): place = .insert
    default: break
    }
  }

  private mutating func takeCreated(_ token: Token, _ depth: Int) {
    switch token {
    case .mark(UInt8(ascii: "(")): place = .createColumns(depth + 1)
    case .mark(UInt8(ascii: ")")):
      place = depth > 1 ? .createColumns(depth - 1) : .other
      if depth == 1, created.count < Self.fieldLimit { created[table] = columns }
    case .mark: expectsColumn = depth == 1
    case .name(let name):
      if expectsColumn, depth == 1, columns.count < Self.fieldLimit { columns.append(name) }
      expectsColumn = false
    case .word, .text, .tooLong: expectsColumn = false
    }
  }

  // MARK: - Rows

  private mutating func beginRow() {
    (place, fields, field, fault, rowLine) = (.row, [], nil, nil, line)
  }

  private mutating func takeField(_ token: Token, _ emit: (FileRow) -> Void) {
    switch token {
    case .text(let text), .name(let text): field = text
    case .tooLong: fault = .tooLong
    case .word(let word):
      // An introducer such as _binary stands before its text.
      guard !word.hasPrefix("_") else { return }
      field = word.uppercased() == "NULL" ? "" : Self.hexadecimal(word) ?? word
    case .mark(UInt8(ascii: ",")): endField()
    case .mark(UInt8(ascii: ")")):
      endRow(emit)
      place = .values
    case .mark: break
    }
  }

  /// The text that `--hex-blob` has written as a number.
  private static func hexadecimal(_ word: String) -> String? {
    let digits = Array(word.utf8.dropFirst(2))
    guard word.lowercased().hasPrefix("0x"), digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Hexadecimal.value(of: digits[index]),
        let low = Hexadecimal.value(of: digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func endField() {
    if fields.count >= Self.fieldLimit { fault = .tooLong } else { fields.append(field ?? "") }
    field = nil
  }

  private mutating func endRow(_ emit: (FileRow) -> Void) {
    endField()
    hasRows = true
    if !columns.isEmpty, told != columns {
      told = columns
      emit(.names(line: rowLine, columns))
    }
    emit(.values(CSVRecord(line: rowLine, fields: fields, fault: fault)))
  }
}
