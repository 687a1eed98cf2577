import JSONSyntax
package import Links
import WebSyntax

/// A list of short URLs, one per line or in the first column of a table.
package struct AddressList {
  package enum Entry: Equatable, Sendable {
    /// A short URL to ask for, with its scheme.
    case address(line: Int, url: String)
    /// The rejection of a line, or of everything from it on.
    case rejected(ImportRow)
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
      return [.rejected(ImportRow(line: error.line, name: nil, rejectedFor: [error.sentence]))]
    }
  }

  private mutating func entry(_ line: LineDecoder.Line) -> Entry? {
    defer { isFirst = false }
    guard let bytes = line.bytes else {
      let fault = FileFault.rowTooLong
      return .rejected(ImportRow(line: line.number, name: nil, rejectedFor: fault))
    }
    let text = Self.firstField(bytes)
    // By bytes: the marks of a letter may be endless.
    guard let first = text.utf8.first, first != UInt8(ascii: "#") else { return nil }
    if let url = Self.url(text) { return .address(line: line.number, url: url) }
    // The header of the column.
    if isFirst, !text.utf8.contains(UInt8(ascii: "/")) { return nil }
    let name = String(text.unicodeScalars.prefix(200))
    return .rejected(
      ImportRow(line: line.number, name: name, rejectedFor: ImportRemark.notShortURL(name)))
  }

  /// The short URL in a text, which may lack the scheme; nil for anything else.
  static func url(_ text: String) -> String? {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    let url = text.contains("://") ? text : "https://" + text
    guard let parts = WebURL(url), URLScheme.isWeb(parts.scheme), parts.userInfo == nil,
      parts.host.contains("."), parts.path.utf8.count > 1
    else { return nil }
    return url
  }

  static func firstField(_ bytes: [UInt8]) -> String {
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let field = bytes.prefix { !separators.contains($0) }.filter { $0 != UInt8(ascii: "\"") }
    return String(decoding: field, as: UTF8.self).trimmed
  }
}

extension LinkImportReader {
  /// Enters a short URL of a list.
  ///
  /// - Returns: its key, or its row when it cannot exist here or is in the list already.
  package mutating func enter(_ url: String, line: Int) -> ListedAddress {
    func rejected(_ reason: Sentence) -> ListedAddress {
      .rejected(ImportRow(line: line, name: url, rejectedFor: [reason]))
    }
    switch hosts.key(ofShortURL: url, note: { _ in }) {
    case .failure(let fault): return rejected(fault.reason)
    case .success(let key):
      let first = firstLines.insert(key, line: line)
      return first.map { rejected(Sentence(ImportRemark.alreadyInLine($0))) } ?? .new(key)
    }
  }

  /// Returns the row that an answer of the old service makes, or its rejection.
  package mutating func row(_ answer: OldAnswer, line: Int) -> ImportRow {
    func rejected(_ reason: Sentence) -> ImportRow {
      ImportRow(line: line, name: answer.url, rejectedFor: [reason])
    }
    switch answer.destination {
    case .failure(let fault): return rejected(fault.reason)
    case .success(let target):
      let fields = [answer.url, target, String(answer.status)]
      // The columns are those of all answers, so no row makes the file unreadable.
      let found = try? links?.rows(.values(CSVRecord(line: line, fields: fields)))
      return found?.first ?? rejected(Sentence(english: "it is not a link"))
    }
  }
}

package enum ListedAddress {
  case new(LinkKey)
  case rejected(ImportRow)
}

extension ImportSource {
  static let answers = ImportSource(
    format: .urlList, title: "the old service", shapes: [.table],
    columns: [
      LinkColumn("short_link", holds: LinkColumns.shortURL), LinkColumn("url", holds: "url"),
      LinkColumn("status", holds: "status"),
    ],
    signatures: [], positions: ["short_link", "url", "status"])
}
