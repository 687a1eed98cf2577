package import JSONSyntax

/// Decodes the bytes of a file, in pieces of any size, into UTF-8.
///
/// The file is UTF-8, with or without a byte order mark, or UTF-16, which Excel's "Unicode Text"
/// is. Any other encoding shows in bytes that are not valid UTF-8, and an archive in its first
/// bytes.
package struct TextDecoder: Sendable {
  /// The file has another encoding, is damaged, or is not text.
  package struct Fault: Error, Equatable {
    /// The line of the fault, from 1.
    package let line: Int
    /// The invalid byte; nil for half a character of UTF-16 and for a file that is not text.
    package internal(set) var byte: UInt8?
    /// The probable format of the bytes; nil for a file that ends within a character.
    var guess: TextGuess?

    /// The fault in one sentence without a capital or a full stop.
    package var message: String { sentence.english }

    package var sentence: Sentence {
      if let guess, guess.encoding == nil { return Sentence(FileFault.notText(guess.name)) }
      guard let byte else { return Sentence(FileFault.halfCharacter) }
      guard let guess, let encoding = guess.encoding else {
        return Sentence(FileFault.cutCharacter)
      }
      return Sentence(
        FileFault.otherEncoding(byte: byte, name: guess.name.english, encoding: encoding))
    }
  }

  private enum Encoding {
    case utf8
    case utf16(isBigEndian: Bool)
  }

  /// A byte that is not UTF-8, and the bytes after it.
  private struct Suspicion {
    let line: Int
    var bytes: [UInt8]

    /// The number of bytes used to guess the encoding.
    static let length = 1024

    var fault: Fault {
      let sample = bytes.prefix(Self.length)
      // The last bytes of a file may be the beginning of a character, or a letter of another encoding.
      let isCut =
        (0xC2...0xF4).contains(sample.first ?? 0)
        && TextDecoder.endOfCharacters(sample) == sample.startIndex
      return Fault(line: line, byte: sample.first, guess: isCut ? nil : TextGuess(sample))
    }
  }

  /// Nil until there are enough bytes to decide.
  private var encoding: Encoding?
  /// The bytes of an incomplete character.
  private var held: [UInt8] = []
  private var line = 1
  private var suspicion: Suspicion?

  /// The text of the next piece, up to its last complete character.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) throws(Fault) -> ArraySlice<UInt8> {
    if suspicion != nil { return try investigate(bytes) }
    let bytes = held.isEmpty ? bytes : held[...] + bytes
    guard encoding != nil || bytes.count >= TextGuess.markLength else {
      held = Array(bytes)
      return []
    }
    return try text(bytes, isWhole: false)
  }

  package mutating func finish() throws(Fault) -> ArraySlice<UInt8> {
    let text = suspicion == nil ? try text(held[...], isWhole: true) : []
    if let suspicion { throw suspicion.fault }
    return text
  }

  private mutating func investigate(_ bytes: ArraySlice<UInt8>) throws(Fault) -> ArraySlice<UInt8> {
    suspicion?.bytes += bytes.prefix(Suspicion.length)
    if let suspicion, suspicion.bytes.count >= Suspicion.length { throw suspicion.fault }
    return []
  }

  private mutating func text(
    _ bytes: ArraySlice<UInt8>, isWhole: Bool
  ) throws(Fault) -> ArraySlice<UInt8> {
    var bytes = bytes
    if encoding == nil {
      if let archive = TextGuess(archive: bytes) { throw Fault(line: 1, guess: archive) }
      let (found, mark) = Self.encoding(of: bytes)
      encoding = found
      bytes = bytes.dropFirst(mark)
    }
    let text: ArraySlice<UInt8>
    if case .utf16(let isBigEndian) = encoding {
      text = try utf16(bytes, isBigEndian, isWhole: isWhole)
    } else {
      text = utf8(bytes, isWhole: isWhole)
    }
    line += Self.lines(in: text)
    return text
  }

  /// Detects the encoding. A table begins with an ASCII letter, which UTF-16 pads with a zero byte.
  private static func encoding(of bytes: ArraySlice<UInt8>) -> (Encoding, mark: Int) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    guard let first = bytes.first, let second = bytes.dropFirst().first else { return (.utf8, 0) }
    switch (first, second) {
    case (0xFF, 0xFE): return (.utf16(isBigEndian: false), 2)
    case (0xFE, 0xFF): return (.utf16(isBigEndian: true), 2)
    case (1..., 0): return (.utf16(isBigEndian: false), 0)
    case (0, 1...): return (.utf16(isBigEndian: true), 0)
    default: return (.utf8, 0)
    }
  }

  private static func lines(in text: ArraySlice<UInt8>) -> Int {
    text.count { $0 == UInt8(ascii: "\n") }
  }
}

extension TextDecoder {
  /// The text up to the first byte that is not UTF-8; what follows is stored as evidence.
  private mutating func utf8(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> ArraySlice<UInt8> {
    let end = isWhole ? bytes.endIndex : Self.endOfCharacters(bytes)
    let text = bytes[..<end]
    held = Array(bytes[end...])
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: text.span)
    } catch {
      let index = text.startIndex + error.byteOffsets.lowerBound
      let good = text[..<index]
      suspicion = Suspicion(line: line + Self.lines(in: good), bytes: Array(bytes[index...]))
      held = []
      return good
    }
    return text
  }

  /// The start of the last character if it is incomplete; the end of the bytes otherwise.
  private static func endOfCharacters(_ bytes: ArraySlice<UInt8>) -> Int {
    for (count, byte) in bytes.reversed().prefix(3).enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > count + 1 ? bytes.endIndex - count - 1 : bytes.endIndex
    }
    return bytes.endIndex
  }

  private mutating func utf16(
    _ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool, isWhole: Bool
  ) throws(Fault) -> ArraySlice<UInt8> {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var rest = bytes
    while rest.count >= 2, let one = rest.popFirst(), let other = rest.popFirst() {
      let (high, low) = isBigEndian ? (one, other) : (other, one)
      units.append(UInt16(high) << 8 | UInt16(low))
    }
    if !isWhole, let last = units.last, UTF16.isLeadSurrogate(last) {
      units.removeLast()
      rest = bytes[(rest.startIndex - 2)...]
    }
    held = Array(rest)
    var text: [UInt8] = []
    text.reserveCapacity(units.count * 2)
    let isBroken = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true
    ) { text.append($0) }
    guard !isBroken, !isWhole || rest.isEmpty else {
      throw Fault(line: line + Self.lines(in: text[...]))
    }
    return text[...]
  }
}

/// A guess at the format of bytes that are not valid UTF-8.
struct TextGuess: Equatable, Sendable {
  let name: Sentence
  /// The name that `iconv` uses; nil for an archive.
  let encoding: String?
}

extension TextGuess {
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

/// Splits bytes in pieces of any size into lines, in memory bounded by the longest line.
package struct LineDecoder: Sendable {
  package struct Line: Equatable, Sendable {
    package let number: Int
    /// The line without its end; nil when it is longer than a megabyte.
    package let bytes: [UInt8]?
  }

  private static let byteLimit = 1 << 20

  private var bytes: [UInt8] = []
  private var isTooLong = false
  private var number = 1

  package init() {}

  /// Reads the next bytes, and returns the lines that they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    var rest = ArraySlice(bytes)
    while let feed = rest.firstIndex(of: 0x0A) {
      append(rest[..<feed])
      end(&lines)
      number += 1
      rest = rest[(feed + 1)...]
    }
    append(rest)
    return lines
  }

  private mutating func append(_ part: ArraySlice<UInt8>) {
    let room = Self.byteLimit - bytes.count
    if part.count > room { isTooLong = true }
    bytes += part.prefix(room)
  }

  /// Ends the text: the last line may lack its line end.
  package mutating func finish() -> [Line] {
    var lines: [Line] = []
    end(&lines)
    return lines
  }

  private mutating func end(_ lines: inout [Line]) {
    // Files that were joined have a byte order mark at the beginning of each.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let isBlank = bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    if !isBlank || isTooLong { lines.append(Line(number: number, bytes: isTooLong ? nil : bytes)) }
    bytes.removeAll(keepingCapacity: true)
    isTooLong = false
  }
}
