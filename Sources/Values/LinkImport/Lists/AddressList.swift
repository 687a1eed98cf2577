import JSONSyntax
package import Links
import WebSyntax

/// A list of short URLs, one per line or in the first column of a table.
package struct AddressList {
  package enum Entry: Equatable, Sendable {
    /// A short URL to ask for, with its scheme.
    case address(line: Int, url: String)
    case rejected(line: Int, name: String, reason: String)
    /// Nothing from here on can be read.
    case unreadable(line: Int, reason: String)
  }

  private var decoder = TextDecoder()
  private var lines = LineDecoder()
  private var isBroken = false
  private var isFirst = true

  package init() {}

  /// Reads the next piece of the file, and returns the entries of the lines that it completes.
  package mutating func feed(_ bytes: [UInt8]) -> [Entry] {
    take { decoder throws(TextDecoder.Fault) in try decoder.feed(bytes[...]) }
  }

  /// Ends the file, and returns the entry of its last line.
  package mutating func finish() -> [Entry] {
    let last = take { decoder throws(TextDecoder.Fault) in try decoder.finish() }
    return isBroken ? last : last + lines.finish().compactMap { entry($0) }
  }

  private mutating func take(
    _ read: (inout TextDecoder) throws(TextDecoder.Fault) -> ArraySlice<UInt8>
  ) -> [Entry] {
    guard !isBroken else { return [] }
    do throws(TextDecoder.Fault) {
      return lines.feed(try read(&decoder)).compactMap { entry($0) }
    } catch {
      isBroken = true
      return [.unreadable(line: error.line, reason: error.message)]
    }
  }

  private mutating func entry(_ line: LineDecoder.Line) -> Entry? {
    defer { isFirst = false }
    guard let bytes = line.bytes else {
      return .rejected(line: line.number, name: "", reason: "the line is longer than a megabyte")
    }
    let text = Self.firstField(bytes)
    guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
    if let url = Self.url(text) { return .address(line: line.number, url: url) }
    // The header of the column.
    if isFirst, !text.contains("/") { return nil }
    return .rejected(
      line: line.number, name: String(text.prefix(200)),
      reason: "'\(text.prefix(200))' is not a short URL")
  }

  /// The short URL in a text, which may lack the scheme; nil for anything else.
  static func url(_ text: String) -> String? {
    let url = text.contains("://") ? text : "https://" + text
    guard let parts = WebURL(url), URLScheme.isWeb(parts.scheme), parts.userInfo == nil,
      parts.host.contains("."), parts.path.utf8.count > 1,
      url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return url
  }

  static func firstField(_ bytes: [UInt8]) -> String {
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let field = bytes.prefix { !separators.contains($0) }.filter { $0 != UInt8(ascii: "\"") }
    return String(decoding: field, as: UTF8.self).trimmed
  }
}

/// Makes links from short URLs and the old service's answers to them.
package struct ListedLinks {
  private var rows: RowReader
  private var firstLines: [LinkKey: Int] = [:]
  private let hosts: ImportHosts

  package init(hosts: ImportHosts, _ reading: ImportReading = ImportReading()) {
    self.hosts = hosts
    rows = RowReader(
      .answers, reading, hosts: hosts, reader: ImportedLinkReader(takesPasswords: false))
    // These names are known, so there are no problems with them.
    _ = try? rows.rows(.names(line: 1, ["short_link", "url", "status"]))
  }

  /// The key that a short URL will have here; nil when it cannot have one.
  package func key(of url: String) -> LinkKey? {
    try? hosts.key(ofShortURL: url) { _ in }.get()
  }

  /// The row of an address that need not be asked for, because it cannot exist here or is already
  /// in the list; nil for an address to ask for.
  package mutating func rejection(of url: String, line: Int) -> ImportRow? {
    switch hosts.key(ofShortURL: url, note: { _ in }) {
    case .failure(let fault):
      return ImportRow(line: line, name: url, rejectedFor: [fault.reason])
    case .success(let key):
      guard let first = firstLines[key] else {
        firstLines[key] = line
        return nil
      }
      return ImportRow(
        line: line, name: url, rejectedFor: ImportRemark.alreadyInLine(first))
    }
  }

  /// Returns the row that an answer of the old service makes, or its rejection.
  package mutating func row(_ answer: OldAnswer, line: Int) -> ImportRow {
    func rejected(_ reason: String) -> ImportRow {
      ImportRow(line: line, name: answer.url, rejectedFor: reason)
    }
    switch answer.destination {
    case .failure(let fault): return rejected(fault.message)
    case .success(let target):
      // The columns are those of all answers, so no row makes the file unreadable.
      let found = try? rows.rows(
        .values(CSVRecord(line: line, fields: [answer.url, target, String(answer.status)])))
      return found?.first ?? rejected("it is not a link")
    }
  }
}

extension ImportSource {
  static let answers = ImportSource(
    format: .urlList, title: "the old service", shapes: [.table],
    columns: [
      LinkColumn("short_link", holds: LinkColumns.shortURL), LinkColumn("url", holds: "url"),
      LinkColumn("status", holds: "status"),
    ],
    signatures: [])
}
