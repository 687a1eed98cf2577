/// Turns a file's bytes, which come in any pieces, into UTF-8.
///
/// The file is UTF-8, with a byte order mark or without, or UTF-16, which Excel's "Unicode Text" is.
/// Any other encoding shows itself by bytes that no UTF-8 has.
package struct TextDecoder: Sendable {
  /// The file has another encoding, or is damaged.
  package struct Fault: Error, Equatable {
    /// From 1.
    package let line: Int
    /// Nil for half a character of UTF-16.
    package let byte: UInt8?

    package var message: String {
      let advice = "expected UTF-8 or UTF-16: Excel saves it as 'CSV UTF-8'"
      guard let byte else { return "half a character of UTF-16 stands alone: \(advice)" }
      return "the byte 0x\(String(byte, radix: 16, uppercase: true)) is not UTF-8, and may be "
        + "Shift-JIS or Windows-1252: \(advice)"
    }
  }

  private enum Encoding {
    case utf8
    case utf16(isBigEndian: Bool)
  }

  /// Nil until there are enough bytes to tell.
  private var encoding: Encoding?
  /// The bytes of a character that is not whole yet.
  private var held: [UInt8] = []
  private var line = 1

  package init() {}

  /// The text of the next piece, as far as its characters are whole.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) throws(Fault) -> ArraySlice<UInt8> {
    let bytes = held.isEmpty ? bytes : held[...] + bytes
    guard encoding != nil || bytes.count >= 3 else {
      held = Array(bytes)
      return []
    }
    return try text(bytes, isWhole: false)
  }

  /// The text that is left at the end.
  package mutating func finish() throws(Fault) -> ArraySlice<UInt8> {
    try text(held[...], isWhole: true)
  }

  private mutating func text(
    _ bytes: ArraySlice<UInt8>, isWhole: Bool
  ) throws(Fault) -> ArraySlice<UInt8> {
    var bytes = bytes
    if encoding == nil {
      let (found, mark) = Self.encoding(of: bytes)
      encoding = found
      bytes = bytes.dropFirst(mark)
    }
    let text: ArraySlice<UInt8>
    if case .utf16(let isBigEndian) = encoding {
      text = try utf16(bytes, isBigEndian, isWhole: isWhole)
    } else {
      text = try utf8(bytes, isWhole: isWhole)
    }
    line += Self.lines(in: text)
    return text
  }

  /// A table begins with a letter of ASCII, which UTF-16 writes beside a zero.
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
  private mutating func utf8(
    _ bytes: ArraySlice<UInt8>, isWhole: Bool
  ) throws(Fault) -> ArraySlice<UInt8> {
    let end = isWhole ? bytes.endIndex : Self.endOfCharacters(bytes)
    let text = bytes[..<end]
    held = Array(bytes[end...])
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: text.span)
    } catch {
      let place = text.startIndex + error.byteOffsets.lowerBound
      throw Fault(line: line + Self.lines(in: text[..<place]), byte: text[place])
    }
    return text
  }

  /// Where the last character begins if some of its bytes are still to come.
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
      throw Fault(line: line + Self.lines(in: text[...]), byte: nil)
    }
    return text[...]
  }
}
