import JSONSyntax

/// A guess at the format of bytes that are not valid UTF-8.
struct TextGuess: Equatable, Sendable {
  /// The name that people use.
  let name: Sentence
  /// The name that `iconv` uses; nil for an archive.
  let encoding: String?
  var isArchive: Bool { encoding == nil }

  private init(name: Sentence, encoding: String?) {
    self.name = name
    self.encoding = encoding
  }

  /// The number of bytes that identify an archive.
  static let markLength = 4

  private static let archives: [(mark: [UInt8], name: Sentence)] = [
    ([0x50, 0x4B, 0x03, 0x04], workbook),
    ([0x50, 0x4B, 0x05, 0x06], Sentence("an empty ZIP archive", "空の ZIP ファイル")),
    ([0x1F, 0x8B], Sentence("compressed by gzip", "gzip で圧縮されたファイル")),
    ([0x42, 0x5A, 0x68], Sentence("compressed by bzip2", "bzip2 で圧縮されたファイル")),
    ([0x28, 0xB5, 0x2F, 0xFD], Sentence("compressed by zstd", "zstd で圧縮されたファイル")),
    ([0xFD, 0x37, 0x7A, 0x58], Sentence("compressed by xz", "xz で圧縮されたファイル")),
    ([0xD0, 0xCF, 0x11, 0xE0], Sentence("an old Excel workbook", "古い形式の Excel ファイル")),
    ([0x25, 0x50, 0x44, 0x46], Sentence("a PDF document", "PDF ファイル")),
    ([0x53, 0x51, 0x4C, 0x69], Sentence("a SQLite database", "SQLite のデータベース")),
  ]

  private static let workbook = Sentence(
    "a ZIP archive or an Excel workbook", "ZIP か Excel のファイル")

  /// Recognises an archive by its first bytes; nil for anything that may be text.
  init?(archive bytes: ArraySlice<UInt8>) {
    guard let found = Self.archives.first(where: { bytes.starts(with: $0.mark) }) else {
      return nil
    }
    self.init(name: found.name, encoding: nil)
  }

  /// Guesses the encoding of a text that is not UTF-8.
  ///
  /// In Shift-JIS, two bytes make a letter and Japanese letters are adjacent; in Windows-1252, one
  /// byte makes a letter and is surrounded by ASCII letters.
  init(_ bytes: ArraySlice<UInt8>) {
    var pairs = 0
    var singles = 0
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte >= 0x80 else { continue }
      guard Self.leads(byte) else {
        // Half-width katakana, or a letter of Windows-1252.
        singles += 1
        continue
      }
      guard let other = rest.first else { break }
      guard Self.trails(other) else {
        singles += 2
        continue
      }
      let isKana = byte == 0x82 || byte == 0x83 || byte == 0x81
      if other >= 0x80 || isKana {
        pairs += 1
      } else {
        singles += Self.leads(rest.dropFirst().first ?? 0) ? 0 : 1
      }
      rest.removeFirst()
    }
    self =
      pairs > singles
      ? TextGuess(name: Sentence(english: "Shift-JIS"), encoding: "CP932")
      : TextGuess(name: Sentence(english: "Windows-1252 (Latin-1)"), encoding: "WINDOWS-1252")
  }

  private static func leads(_ byte: UInt8) -> Bool {
    (0x81...0x9F).contains(byte) || (0xE0...0xFC).contains(byte)
  }

  private static func trails(_ byte: UInt8) -> Bool {
    (0x40...0x7E).contains(byte) || (0x80...0xFC).contains(byte)
  }
}
