import FoundationEssentials
import GoldenFiles
import JSONSyntax
import LinkImport
import Links
import Testing
import WebSyntax

/// A file of another service with its published columns, and the result of its import.
struct ImportedFile {
  let name: String
  let bytes: [UInt8]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  init(_ name: String) throws {
    self.name = name
    bytes = Array(try Data(contentsOf: Self.folder.appending(path: "Fixtures/" + name)))
  }

  /// A site for links of `go.example.com`, which may lead anywhere.
  static func hosts(otherHost: String? = nil) throws -> ImportHosts {
    let site = SiteRules(hosts: [try #require(HostPattern("go.example.com"))], prefix: "/")
    return ImportHosts(sites: SiteTable([site]), otherHost: otherHost)
  }

  /// The report and the links of an import, for bytes that arrive in these pieces.
  static func told(
    _ pieces: [ArraySlice<UInt8>], _ format: ImportFormat, otherHost: String? = nil,
    reading: ImportReading = ImportReading()
  ) throws -> String {
    var reader = LinkImportReader(format, reading, hosts: try hosts(otherHost: otherHost))
    let rows = reader.rows(pieces)
    var lines: [String] = []
    if let found = reader.recognition { lines.append("\(found.format.rawValue): \(found.reason)") }
    lines += reader.notes.map { "note: " + $0.english }
    for row in rows {
      let mark = row.isRejected ? "rejected" : "taken"
      lines.append("\(row.line) \(mark) \(row.name ?? "-")")
      if let link = row.link {
        lines.append("  " + JSONOutput.object(link.members(password: .hash)).compact)
      }
      lines += row.problems.map { "  ! " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  func told(
    _ format: ImportFormat = .auto, otherHost: String? = nil,
    reading: ImportReading = ImportReading()
  ) throws -> String {
    try Self.told([bytes[...]], format, otherHost: otherHost, reading: reading)
  }

  /// Compares with the reviewed result.
  func expectGolden(otherHost: String? = nil, reading: ImportReading = ImportReading()) throws {
    let golden = GoldenFile(Self.folder.appending(path: "Golden/" + name + ".txt"))
    let text = try told(otherHost: otherHost, reading: reading)
    #expect(try golden.difference(from: text) == nil)
    // The result is the same for any pieces, and with the format given.
    for cut in stride(from: 0, through: bytes.count, by: max(bytes.count / 40, 1)) {
      let pieces = [bytes[..<cut], bytes[cut...]]
      #expect(
        try Self.told(pieces, .auto, otherHost: otherHost, reading: reading) == text, "\(cut)")
    }
    let format = try #require(
      ImportFormat(rawValue: String(text.prefix { $0 != ":" })), "\(text.prefix(100))")
    let said = try told(format, otherHost: otherHost, reading: reading)
    #expect(text.hasSuffix(said))
  }
}

extension LinkImportReader {
  mutating func rows(_ pieces: some Sequence<ArraySlice<UInt8>>) -> [ImportRow] {
    pieces.flatMap { feed($0) } + finish()
  }

  mutating func rows(_ text: String) -> [ImportRow] { rows([Array(text.utf8)[...]]) }
}

extension ImportRow {
  init(line: Int, name: String?, rejectedFor reason: String) {
    self.init(line: line, name: name, rejectedFor: [Sentence(english: reason)])
  }
}
