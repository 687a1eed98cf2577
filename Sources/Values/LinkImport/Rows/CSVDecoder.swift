import JSONSyntax
import Links

/// A record of a table: the fields between two line ends.
package struct CSVRecord: Equatable, Sendable {
  /// The line on which it begins, from 1.
  package let line: Int
  /// The fields of the record, without their quotation marks.
  package let fields: [String]
  /// The fault of its text; nil when the fields can be relied on.
  package var fault: Fault?

  /// A violation of the quoting rules (RFC 4180, section 2), or of the limits.
  package enum Fault: String, TableSentence {
    case unclosedQuote = "a quotation mark is never closed"
    case textBehindQuote = "there is text after a closing quotation mark: expected a separator"
    case tooLong = "the record is longer than a megabyte or has more than 1024 fields"
    case endlessMarks = "there are more than 100 combining marks in succession"
  }
}

/// Reads comma-separated values (RFC 4180) from UTF-8 in pieces of any size, in memory bounded by
/// the longest record.
///
/// The first line shows whether commas, semicolons or tabs separate the fields. Lines end in CRLF,
/// LF or CR; quoted fields may contain line ends; empty lines are not records.
package struct CSVDecoder: Sendable {
  private enum State {
    case fieldStart, plain, quoted, quoteInQuoted
  }

  private static let byteLimit = 1 << 20
  private static let fieldLimit = 1024

  private var state = State.fieldStart
  private var field: [UInt8] = []
  private var fields: [String] = []
  private var records: [CSVRecord] = []
  private var bytes = 0
  private var fault: CSVRecord.Fault?
  private var isQuotedRecord = false
  private var line = 1
  private var recordLine = 1
  private var lastWasReturn = false
  /// Nil until the first line has been seen.
  private var separator: CSVSeparator?
  /// Whether the next record is the line that names the separator.
  private var skipsRecord = false
  private var head: [UInt8] = []
  private var comma: UInt8 { separator?.byte ?? UInt8(ascii: ",") }

  package init() {}

  /// Reads the next piece of the file, and returns the records that it completes.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) -> [CSVRecord] {
    if separator != nil {
      bytes.withUnsafeBufferPointer { take($0) }
    } else {
      head += bytes
      if let found = CSVSeparator(of: head, isWhole: head.count > Self.byteLimit) { begin(found) }
    }
    return records.takeAll()
  }

  /// Reads the bytes held back until the separator was known.
  private mutating func begin(_ separator: CSVSeparator) {
    self.separator = separator
    skipsRecord = separator.isNamed
    let bytes = head.takeAll()
    bytes.withUnsafeBufferPointer { take($0) }
  }

  private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      let run = runLength(bytes[index...])
      if run > 0 {
        append(bytes[index..<(index + run)])
        if state == .fieldStart { state = .plain }
        lastWasReturn = false
        index += run
      } else {
        take(bytes[index])
        index += 1
      }
    }
  }

  /// The number of leading bytes without special meaning.
  private func runLength(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let comma = comma
    let end: Int?
    switch state {
    case .quoteInQuoted: return 0
    case .quoted:
      end = bytes.firstIndex { $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D }
    case .fieldStart, .plain:
      end = bytes.firstIndex {
        $0 == comma || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D
      }
    }
    return (end ?? bytes.endIndex) - bytes.startIndex
  }

  /// Ends the text: the last record may lack a line end.
  package mutating func finish() -> [CSVRecord] {
    if separator == nil, let found = CSVSeparator(of: head, isWhole: true) { begin(found) }
    if state == .quoted { fault = fault ?? .unclosedQuote }
    endRecord()
    return records.takeAll()
  }

  private mutating func take(_ byte: UInt8) {
    let isSecondOfLineEnd = lastWasReturn && byte == 0x0A
    lastWasReturn = byte == 0x0D
    if byte == 0x0D || byte == 0x0A && !isSecondOfLineEnd { line += 1 }
    if state == .quoted {
      if byte == UInt8(ascii: "\"") { state = .quoteInQuoted } else { append(byte) }
      return
    }
    switch byte {
    case 0x0D: endRecord()
    case 0x0A: if !isSecondOfLineEnd { endRecord() }
    case comma:
      endField()
      bytes += 1
    case UInt8(ascii: "\"") where state == .fieldStart:
      isQuotedRecord = true
      state = .quoted
    case UInt8(ascii: "\"") where state == .quoteInQuoted:
      append(byte)
      state = .quoted
    default:
      if state == .quoteInQuoted { fault = fault ?? .textBehindQuote }
      append(byte)
      state = .plain
    }
  }

  private mutating func append(_ byte: UInt8) { append(CollectionOfOne(byte)) }

  private mutating func append(_ run: some Collection<UInt8>) {
    bytes += run.count
    guard bytes <= Self.byteLimit else { return fail(.tooLong) }
    field.append(contentsOf: run)
  }

  /// Marks the record as faulty and drops its fields, which are of no use.
  private mutating func fail(_ fault: CSVRecord.Fault) {
    self.fault = self.fault ?? fault
    field = []
    fields = []
  }

  private mutating func endField() {
    if fields.count >= Self.fieldLimit { fail(.tooLong) }
    let text = String(decoding: field, as: UTF8.self)
    if text.hasEndlessMarks { fail(.endlessMarks) } else { fields.append(text) }
    field.removeAll(keepingCapacity: true)
    state = .fieldStart
  }

  private mutating func endRecord() {
    let isEmpty = fields.isEmpty && field.isEmpty && !isQuotedRecord && fault == nil
    if !isEmpty {
      endField()
      if !skipsRecord {
        records.append(CSVRecord(line: recordLine, fields: fields, fault: fault))
      }
      skipsRecord = false
    }
    field.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    (state, fault, bytes, isQuotedRecord, recordLine) = (.fieldStart, nil, 0, false, line)
  }
}

package enum CSVText {
  /// A record including its line end; fields are quoted where necessary.
  package static func record(_ fields: [String]) -> String {
    fields.map(field).joined(separator: ",") + "\r\n"
  }

  /// A text that no spreadsheet mistakes for a formula: one that begins like a formula gets an
  /// apostrophe before it, and so does one that looks as if it already had one.
  package static func guarded(_ text: String) -> String {
    startsFormula(text) ? "'" + text : text
  }

  /// A list of texts separated by commas. Each after the first is guarded by itself because people
  /// split such cells; the first is guarded as the start of the cell.
  static func list(_ texts: [String]) -> String {
    (texts.prefix(1) + texts.dropFirst().map(guarded)).joined(separator: ",")
  }

  /// The texts of an unguarded cell that `list` wrote.
  static func texts(inList cell: String) -> [String] {
    // By bytes: a combining mark after a comma makes both one character to Swift.
    let parts = cell.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    return parts.prefix(1) + parts.dropFirst().map(unguarded)
  }

  static func unguarded(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "'"), startsFormula(text) else { return text }
    return String(Substring(text.utf8.dropFirst()))
  }

  /// Whether a text begins like a formula. Source: OWASP, CSV Injection.
  private static func startsFormula(_ text: String) -> Bool {
    switch text.utf8.first(where: { $0 != UInt8(ascii: "'") }) {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      true
    default: false
    }
  }

  private static func field(_ text: String) -> String {
    let needsQuotes = text.utf8.contains {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D
    }
    guard needsQuotes else { return text }
    // By bytes: a combining mark after a quotation mark makes both one character to Swift.
    let parts = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    return "\"" + parts.map { Substring($0) }.joined(separator: "\"\"") + "\""
  }
}

/// The separator of the fields of a table, detected from its first line.
struct CSVSeparator: Equatable, Sendable {
  let byte: UInt8
  /// Whether that line is `sep=;`, which gives Excel the separator, in quotation marks or not.
  let isNamed: Bool

  private static let candidates = [",", ";", "\t"].map { UInt8(ascii: $0) }

  /// - Parameter isWhole: whether nothing more comes, or too much has come without a line end.
  /// - Returns: nil when the first line is incomplete.
  init?(of head: [UInt8], isWhole: Bool) {
    let start = head.firstIndex { $0 != 0x0A && $0 != 0x0D } ?? head.endIndex
    var counts = Self.candidates.map { _ in 0 }
    var isQuoted = false
    let end = head[start...].firstIndex { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted else { return false }
      if let index = Self.candidates.firstIndex(of: byte) { counts[index] += 1 }
      return byte == 0x0A || byte == 0x0D
    }
    guard isWhole || end != nil else { return nil }
    let line = head[start..<(end ?? head.endIndex)].filter { $0 != UInt8(ascii: "\"") }
    isNamed =
      line.count == 5 && line.prefix(4).map { $0 | 0x20 }.elementsEqual("sep=".utf8)
      && Self.candidates.contains(line[4])
    // On a tie, the first candidate.
    let most = counts.max()
    let counted = zip(Self.candidates, counts).first { $0.1 == most }?.0
    byte = isNamed ? line[4] : counted ?? UInt8(ascii: ",")
  }
}
