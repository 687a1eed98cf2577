import JSONSyntax
import WebSyntax

/// Reads the rows of a table of links from a dump by `mysqldump` or phpMyAdmin, in memory bounded
/// by the longest row and the names of the columns. All other tables are skipped.
package struct SQLDumpDecoder: Sendable {
  private enum Token {
    case word(String)
    /// The name of a table or a column, in backquotes.
    case name(String)
    case text(String)
    case tooLong
    case mark(UInt8)
  }

  private enum Lexer {
    case idle, word, name, text, textEscape, textQuote, dash, lineComment, slash, comment,
      commentStar
  }

  private enum State {
    /// The bytes between two statements.
    case start
    /// The bytes of an irrelevant statement.
    case other
    /// The bytes between `INSERT` or `CREATE TABLE` and its names.
    case insert, create
    case insertColumns, values, row
    case createColumns(Int)
  }

  /// The bytes of a row and of a single value, as for a record of a table.
  private static let rowLimit = 1 << 20
  private static let fieldLimit = 1024
  /// MySQL allows names of 64 characters (MySQL Reference Manual, Identifier Length Limits).
  private static let nameLimit = 256
  /// The bytes of column names stored for all `CREATE TABLE` statements together.
  private static let keptLimit = 256 * 1024
  /// The suffix of tables that hold links, after any prefix of the installation.
  private static let suffix = "url"

  private var lexer = Lexer.idle
  private var token: [UInt8] = []
  private var isTooLong = false
  /// The quotation mark that ends the current text.
  private var quote = UInt8(ascii: "'")
  private var line = 1

  private var state = State.start
  private var table = ""
  /// The columns that the statement names, in order.
  private var columns: [String] = []
  /// The columns of each table by its `CREATE TABLE`.
  private var created: [String: [String]] = [:]
  private var kept = 0
  /// Whether a fault makes everything after it unreadable.
  private var isUnreadable = false
  private var told: [String]?
  private var expectsColumn = false
  private var fields: [String] = []
  private var field: String?
  private var rowBytes = 0
  private var rowLine = 1
  private var fault: String?
  private var hasRows = false
  private var rows: [FileRow] = []

  mutating func feed(_ bytes: ArraySlice<UInt8>) -> [FileRow] {
    for byte in bytes where !isUnreadable {
      take(byte)
      if byte == 0x0A { line += 1 }
    }
    return rows.takeAll()
  }

  mutating func finish() -> [FileRow] {
    guard !isUnreadable else { return [] }
    take(0x0A)
    if case .row = state {
      rows.append(.broken(line: rowLine, Sentence(FileFault.truncatedRow)))
    } else if !hasRows {
      rows.append(
        .unreadable(
          line: 1,
          Sentence(
            english: "the dump has no rows of a table whose name ends in '\(Self.suffix)', such as "
              + "yourls_url: links of services other than YOURLS are read from their API")))
    }
    return rows.takeAll()
  }

  // MARK: - Words

  private mutating func take(_ byte: UInt8) {
    switch lexer {
    case .idle: begin(byte)
    case .word:
      if Self.isWord(byte) { append(byte) } else { end { .word($0) }; begin(byte) }
    case .name:
      if byte == UInt8(ascii: "`") { end { .name($0) } } else { append(byte) }
    case .text:
      switch byte {
      case UInt8(ascii: "\\"): lexer = .textEscape
      case quote: lexer = .textQuote
      default: append(byte)
      }
    case .textEscape:
      append(Self.escapes[byte] ?? byte)
      lexer = .text
    case .textQuote:
      if byte == quote {
        append(byte)
        lexer = .text
      } else {
        // In double quotes, it is a text to MySQL and a name to others.
        let quote = quote
        end { quote == UInt8(ascii: "'") ? .text($0) : .name($0) }
        begin(byte)
      }
    case .dash:
      if byte == UInt8(ascii: "-") {
        lexer = .lineComment
      } else {
        // It is a negative number.
        lexer = .word
        append(UInt8(ascii: "-"))
        take(byte)
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

  private mutating func begin(_ byte: UInt8) {
    lexer = .idle
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): (lexer, quote) = (.text, byte)
    case UInt8(ascii: "`"): lexer = .name
    case UInt8(ascii: "-"): lexer = .dash
    case UInt8(ascii: "/"): lexer = .slash
    case UInt8(ascii: "#"): lexer = .lineComment
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ";"):
      parse(.mark(byte))
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
    if token.count < Self.rowLimit { token.append(byte) } else { isTooLong = true }
  }

  private mutating func end(_ make: (String) -> Token) {
    var text = isTooLong ? "" : String(decoding: token, as: UTF8.self)
    if text.hasEndlessMarks {
      spoil(CSVRecord.Fault.endlessMarks.rawValue)
      text = ""
    }
    let made = isTooLong ? Token.tooLong : make(text)
    token.removeAll(keepingCapacity: true)
    (isTooLong, lexer) = (false, .idle)
    parse(made)
  }

  /// The bytes that escapes mean. Source: MySQL Reference Manual, String Literals.
  private static let escapes = Dictionary(
    uniqueKeysWithValues: zip("nrt0bZ".utf8, [0x0A, 0x0D, 0x09, 0, 0x08, 0x1A] as [UInt8]))

  // MARK: - Statements

  private mutating func parse(_ token: Token) {
    if case .mark(UInt8(ascii: ";")) = token {
      if case .row = state { endRow() }
      state = .start
      return
    }
    guard isFit(token) else { return }
    switch state {
    case .other: break
    case .start: begin(token)
    case .insert: takeInsert(token)
    case .insertColumns: takeColumn(token)
    case .values:
      if case .mark(UInt8(ascii: "(")) = token { beginRow() }
    case .row: takeField(token)
    case .create:
      switch token {
      case .name(let name): table = name
      case .word(let word) where !["table", "if", "not", "exists"].contains(word.lowercased()):
        table = Self.plain(word)
      case .mark(UInt8(ascii: "(")):
        (state, columns, expectsColumn) = (.createColumns(1), [], true)
      default: break
      }
    case .createColumns(let depth): takeCreated(token, depth)
    }
  }

  /// Whether a token has an acceptable length: a name longer than MySQL allows makes the dump
  /// unreadable.
  private mutating func isFit(_ token: Token) -> Bool {
    switch state {
    case .insert, .create, .insertColumns: break
    case .createColumns(let depth) where depth == 1 && expectsColumn: break
    case .start, .other, .values, .row, .createColumns: return true
    }
    let length: Int
    switch token {
    case .name(let name), .word(let name): length = name.utf8.count
    case .text, .mark: return true
    case .tooLong: length = Self.rowLimit
    }
    guard length > Self.nameLimit else { return true }
    refuse("a name of a table or a column has", length, limit: Self.nameLimit)
    return false
  }

  private mutating func refuse(_ what: String, _ count: Int, limit: Int) {
    isUnreadable = true
    (token, columns, created) = ([], [], [:])
    rows.append(
      .unreadable(
        line: line,
        Sentence(english: "\(what) \(count) bytes or more: expected at most \(limit)")))
  }

  private mutating func begin(_ token: Token) {
    guard case .word(let word) = token else { return state = .other }
    switch word.lowercased() {
    case "insert", "replace": (state, table, columns) = (.insert, "", [])
    case "create": (state, table) = (.create, "")
    default: state = .other
    }
  }

  private mutating func takeInsert(_ token: Token) {
    switch token {
    case .name(let name): table = name
    case .word(let word):
      switch word.lowercased() {
      case "into", "ignore", "low_priority", "delayed": break
      case "values", "value":
        state = isOfInterest ? .values : .other
        if columns.isEmpty { columns = created[table] ?? [] }
      default: table = Self.plain(word)
      }
    case .mark(UInt8(ascii: "(")): state = .insertColumns
    default: break
    }
  }

  private var isOfInterest: Bool { table.lowercased().hasSuffix(Self.suffix) }

  /// The name of a table without that of its database.
  private static func plain(_ word: String) -> String {
    word.split(separator: ".").last.map(String.init) ?? word
  }

  private mutating func takeColumn(_ token: Token) {
    switch token {
    case .name(let name), .word(let name):
      if columns.count < Self.fieldLimit { columns.append(name) }
    case .mark(UInt8(ascii: ")")): state = .insert
    default: break
    }
  }

  private mutating func takeCreated(_ token: Token, _ depth: Int) {
    switch token {
    case .mark(UInt8(ascii: "(")): state = .createColumns(depth + 1)
    case .mark(UInt8(ascii: ")")):
      state = depth > 1 ? .createColumns(depth - 1) : .other
      if depth == 1, isOfInterest { keep() }
    case .mark: expectsColumn = depth == 1
    case .name(let name):
      if expectsColumn, depth == 1, columns.count < Self.fieldLimit { columns.append(name) }
      expectsColumn = false
    case .word, .text, .tooLong: expectsColumn = false
    }
  }

  private mutating func keep() {
    kept += columns.reduce(table.utf8.count) { $0 + $1.utf8.count }
    guard kept <= Self.keptLimit, created.count < Self.fieldLimit else {
      refuse(
        "the column names of \(created.count + 1) tables have", kept, limit: Self.keptLimit)
      return
    }
    created[table] = columns
  }

  // MARK: - Rows

  private mutating func beginRow() {
    (state, fields, field, fault, rowLine, rowBytes) = (.row, [], nil, nil, line, 0)
  }

  /// Discards the row, recording why.
  private mutating func spoil(_ reason: String) {
    guard fault == nil else { return }
    fault = reason
    (fields, field) = ([], nil)
  }

  private mutating func takeField(_ token: Token) {
    switch token {
    case .text(let text), .name(let text): setField(text)
    case .tooLong: setField(nil)
    case .word(let word):
      // An introducer such as _binary precedes its text.
      guard !word.hasPrefix("_") else { return }
      let isNull = word.utf8.count == 4 && word.uppercased() == "NULL"
      setField(isNull ? "" : Self.hexadecimal(word) ?? word)
    case .mark(UInt8(ascii: ",")): endField()
    case .mark(UInt8(ascii: ")")):
      endRow()
      state = .values
    case .mark: break
    }
  }

  /// - Parameter text: nil for one that is longer than a row may be.
  private mutating func setField(_ text: String?) {
    rowBytes += text?.utf8.count ?? Self.rowLimit
    guard rowBytes <= Self.rowLimit, let text else {
      return spoil(
        "the row has \(rowBytes) bytes or more up to value \(fields.count + 1): expected at most "
          + "\(Self.rowLimit)")
    }
    guard fault == nil else { return }
    field = text
  }

  /// The text that `--hex-blob` wrote as a number.
  private static func hexadecimal(_ word: String) -> String? {
    guard word.prefix(2).lowercased() == "0x" else { return nil }
    return Hexadecimal.bytes(word.utf8.dropFirst(2)).map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func endField() {
    if fields.count >= Self.fieldLimit {
      spoil("the row has more than \(Self.fieldLimit) values: expected at most that")
    }
    if fault == nil { fields.append(field ?? "") }
    field = nil
  }

  private mutating func endRow() {
    endField()
    hasRows = true
    if !columns.isEmpty, told != columns {
      told = columns
      rows.append(.names(line: rowLine, columns))
    }
    if let fault { return rows.append(.broken(line: rowLine, Sentence(english: fault))) }
    rows.append(.values(CSVRecord(line: rowLine, fields: fields)))
  }
}
