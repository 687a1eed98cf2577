package import JSONSyntax
import LinkImport
import LinkStorage
package import Links
import SiteModel

/// A file that defines the links of an owner, read in pieces: the output of `keiro links export`, or
/// part of it.
package struct LinkFile {
  struct Line: Equatable {
    let number: Int
    let link: ShortLink
    var password: String?
  }

  /// A reason why nothing of the file is applied, or a remark on a line of it.
  package struct Problem: Equatable, Sendable {
    package let line: Int
    /// The name of the link in the file; nil if it could not be determined.
    package let link: String?
    package let reason: Sentence
  }

  /// The owner of a file's links unless one is given.
  package static let defaultOwner = "apply"

  /// The maximum number of links: they wait in memory until the last line is known to be valid.
  static let linkLimit = 100_000
  package static let sizeLimit = 32 << 20
  /// The maximum number of passwords, since verifying one is deliberately slow.
  private static let passwordLimit = 1000
  static let problemLimit = 1000
  private static let nameLimit = 200

  let owner: String
  private(set) var lines: [Line] = []
  private(set) var problems: [Problem] = []
  /// What is odd about lines that are taken nevertheless.
  private(set) var warnings: [Problem] = []
  private let hosts: ImportHosts
  private var reader: LinkImportReader?
  /// The first bytes, which show whether the file is one document instead of lines.
  private var beginning: [UInt8] = []
  /// The bytes before the first that shows the format.
  private var held: [UInt8] = []
  private var passwords = 0
  private var size = 0

  init(
    of owner: String, _ format: LinkExport.Format?, hosts: ImportHosts
  ) {
    self.owner = owner
    self.hosts = hosts
    reader = format.map { Self.reader($0, hosts) }
  }

  private static func reader(
    _ format: LinkExport.Format, _ hosts: ImportHosts
  ) -> LinkImportReader {
    LinkImportReader(format == .csv ? .csv : .ndjson, hosts: hosts, takesPasswords: true)
  }

  /// Why an owner's name is not valid; nil for a valid one.
  package static func fault(ofOwner name: String) -> LinkFault? {
    guard name.utf8.count <= FieldType.wordBytes else {
      return .textTooLong(bytes: name.utf8.count, limit: FieldType.wordBytes)
    }
    let hasControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return hasControl ? .controlCharacter : nil
  }

  package mutating func feed(_ bytes: [UInt8]) {
    guard size <= Self.sizeLimit else { return }
    size += bytes.count
    guard size <= Self.sizeLimit else {
      lines = []
      let fault = LinkFileFault.tooLong(bytes: Self.sizeLimit)
      return add(Problem(line: 1, link: nil, reason: Sentence(fault)))
    }
    beginning += bytes.prefix(Self.beginningSize - beginning.count)
    var bytes = bytes
    if reader == nil {
      held += bytes
      // Lines of JSON begin with a brace; no column name does.
      guard let first = bytes.first(where: { !Self.isBlank($0) }) else { return }
      reader = Self.reader(first == UInt8(ascii: "{") ? .ndjson : .csv, hosts)
      (bytes, held) = (held, [])
    }
    for row in reader?.feed(bytes[...]) ?? [] { take(row) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    // Includes the bytes of byte order marks, and those that UTF-16 puts beside ASCII.
    [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0].contains(byte)
  }

  package mutating func finish() {
    if reader == nil { reader = Self.reader(.ndjson, hosts) }
    for row in reader?.finish() ?? [] { take(row) }
    reader = nil
    if !problems.isEmpty, Self.isDocument(beginning) {
      problems = [Problem(line: 1, link: nil, reason: Sentence(LinkFileFault.notLines))]
    }
  }

  private static let beginningSize = 4096

  /// Whether a file begins like a list of links, or like a document over several lines or with a list
  /// in it.
  private static func isDocument(_ beginning: [UInt8]) -> Bool {
    let text = beginning.drop(while: isBlank)
    guard text.first == UInt8(ascii: "{") else { return text.first == UInt8(ascii: "[") }
    let inside = text.dropFirst().drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    if inside.first == 0x0A { return true }
    guard let colon = inside.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let value = inside[(colon + 1)...].drop(while: isBlank)
    let name = String(decoding: inside[..<colon], as: UTF8.self).filter { $0.isLetter }
    guard value.first == UInt8(ascii: "["), LinkField.named(name) == nil else { return false }
    return value.dropFirst().first { !isBlank($0) } == UInt8(ascii: "{")
  }

  private mutating func take(_ row: ImportRow) {
    // Nothing of an authoritative file may be lost.
    let name = row.name.map { String($0.prefix(Self.nameLimit)) }
    for reason in row.reasons { add(Problem(line: row.line, link: name, reason: reason)) }
    guard row.reasons.isEmpty, var link = row.link else { return }
    for remark in row.remarks { add(warning: Problem(line: row.line, link: name, reason: remark)) }
    if let fault = fault(of: link, row.password) {
      return add(Problem(line: row.line, link: name, reason: Sentence(fault)))
    }
    link.owner = owner
    lines.append(Line(number: row.line, link: link, password: row.password))
  }

  private mutating func fault(of link: ShortLink, _ password: String?) -> LinkFileFault? {
    if let other = link.owner, !link.belongs(to: owner) {
      return .otherOwner(other, expected: owner)
    }
    if lines.count >= Self.linkLimit { return .tooManyLinks(Self.linkLimit) }
    passwords += password == nil ? 0 : 1
    return passwords > Self.passwordLimit ? .tooManyPasswords(Self.passwordLimit) : nil
  }

  mutating func add(_ problem: Problem) {
    if problems.count < Self.problemLimit { problems.append(problem) }
  }

  mutating func add(warning: Problem) {
    if warnings.count < Self.problemLimit { warnings.append(warning) }
  }

  mutating func replace(_ index: Int, by link: ShortLink) {
    lines[index] = Line(number: lines[index].number, link: link)
  }
}

/// Why a link of a file cannot be one of its owner's.
enum LinkFileFault: TableSentence {
  case notLines
  case otherOwner(String, expected: String)
  case tooLong(bytes: Int)
  case tooManyLinks(Int)
  case tooManyPasswords(Int)

  var told: Sentence {
    switch self {
    case .notLines:
      "the file is one document: expected a link on each line, such as "
        + #"{"host": "links.example.com", "slug": "spring", "url": "https://example.com/"}"#
    case .otherOwner(let owner, let expected):
      "owner: '\(owner)' is another owner than that of the file: expected '\(expected)' or none"
    case .tooLong(let limit): "the file has more than \(limit) bytes: expected several files"
    case .tooManyLinks(let limit):
      "the file has more than \(limit) links: expected several files, each with an owner"
    case .tooManyPasswords(let limit):
      "password: the file has more than \(limit) passwords: expected hashes, as exports have them"
    }
  }
}
