import JSONSyntax

/// Finds the objects that are rows in JSON that APIs answer with: an array of them, a page with
/// such an array and paging details, arrays of pages, and any number of these documents in a row,
/// as when pages are saved into one file.
///
/// An object is a page when one of its members has the name and type of a list. Pages are read as
/// they arrive; memory is bounded by the longest row.
package struct JSONPages: Sendable {
  private static let rowLimit = 1 << 20
  private static let nameLimit = 64
  private static let depthLimit = 64

  /// The names of page members that are arrays of rows.
  private static let arrays: Set = [
    "links", "data", "bitlinks", "shortUrls", "short_urls", "results", "items", "urls",
  ]
  /// The names of page members that are objects whose members are rows.
  private static let lists: Set = ["links"]
  /// The names of page members that are pages.
  private static let pages: Set = ["shortUrls"]

  /// Whether a member makes its object a page.
  static func isList(_ name: String, _ value: JSONValue) -> Bool {
    switch value {
    case .array: level(name, false) != nil
    case .object: level(name, true) != nil
    default: false
    }
  }

  /// An open container that is not a row.
  private enum Level {
    /// An array whose elements are rows, or arrays of them.
    case array
    /// An object whose members are rows.
    case list
    case page
  }

  private var levels: [Level] = []
  /// The number of open brackets in an object that may be a row; 0 outside of one.
  private var depth = 0
  /// The number of open brackets in a page member that is not a list.
  private var skipped = 0
  private var row: [UInt8] = []
  private var rowLine = 1
  private var line = 1
  private var isInString = false
  private var isEscaped = false
  /// The last string read, up to the length of a name.
  private var text: [UInt8] = []
  /// The name of the member being read; nil elsewhere.
  private var name: String?
  private var isUnreadable = false
  private var rows: [FileRow] = []

  mutating func feed(_ bytes: ArraySlice<UInt8>) -> [FileRow] {
    for byte in bytes where !isUnreadable {
      take(byte)
      if byte == 0x0A { line += 1 }
    }
    return rows.takeAll()
  }

  mutating func finish() -> [FileRow] {
    guard !isUnreadable, depth > 0 || !levels.isEmpty else { return [] }
    return [.broken(line: depth > 0 ? rowLine : line, Sentence(FileFault.truncatedList))]
  }

  private mutating func take(_ byte: UInt8) {
    if depth > 0, row.count <= Self.rowLimit { row.append(byte) }
    guard !isInString else { return takeString(byte) }
    switch byte {
    case UInt8(ascii: "\""):
      guard isInObject else { return refuse(byte) }
      isInString = true
      text.removeAll(keepingCapacity: true)
    case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): close(byte)
    case UInt8(ascii: ":"): name = String(decoding: text, as: UTF8.self)
    case UInt8(ascii: ","): name = nil
    case 0x20, 0x09, 0x0A, 0x0D: break
    default:
      // Files that were joined have a byte order mark at the beginning of each.
      let isMark = levels.isEmpty && [0xEF, 0xBB, 0xBF].contains(byte)
      if !isInObject, !isMark { refuse(byte) }
    }
  }

  private var isInObject: Bool {
    depth > 0 || skipped > 0 || levels.last == .list || levels.last == .page
  }

  private mutating func takeString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      return
    }
    if text.count <= Self.nameLimit { text.append(byte) }
  }

  private mutating func open(_ byte: UInt8) {
    let isObject = byte == UInt8(ascii: "{")
    if skipped > 0 {
      skipped += 1
    } else if depth == 1, let name, let level = Self.level(name, isObject) {
      // The assumed row is a page.
      (depth, row) = (0, [])
      levels += [.page, level]
    } else if depth > 0 {
      depth += 1
    } else if levels.last == .page {
      if let name, let level = Self.level(name, isObject) {
        levels.append(level)
      } else {
        skipped = 1
      }
    } else if isObject {
      depth = 1
      row = [byte]
      rowLine = line
    } else {
      levels.append(.array)
    }
    name = nil
    if levels.count > Self.depthLimit { fail("lists are nested too deeply") }
  }

  private static func level(_ name: String, _ isObject: Bool) -> Level? {
    guard isObject else { return arrays.contains(name) ? .array : nil }
    return pages.contains(name) ? .page : lists.contains(name) ? .list : nil
  }

  private mutating func close(_ byte: UInt8) {
    name = nil
    if skipped > 0 {
      skipped -= 1
    } else if depth > 0 {
      depth -= 1
      if depth == 0 { endRow() }
    } else {
      let isObject = byte == UInt8(ascii: "}")
      guard let last = levels.popLast(), isObject == (last != .array) else {
        return refuse(byte)
      }
    }
  }

  private mutating func endRow() {
    defer { row.removeAll(keepingCapacity: row.capacity < 1 << 16) }
    guard row.count <= Self.rowLimit else {
      return rows.append(.broken(line: rowLine, Sentence(FileFault.objectTooLong)))
    }
    rows.append(FileRow(line: rowLine, object: row))
  }

  private mutating func refuse(_ byte: UInt8) {
    let text = String(decoding: [byte], as: UTF8.self)
    fail("unexpected '\(text)': expected a list of links")
  }

  private mutating func fail(_ message: String) {
    isUnreadable = true
    rows.append(.unreadable(line: line, Sentence(english: message)))
  }
}
