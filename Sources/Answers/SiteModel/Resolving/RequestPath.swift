import WebSyntax

package enum RequestPath {
  /// Returns the path without escapes of unreserved characters, which are equivalent to the
  /// characters themselves (RFC 3986, section 6.2.2.2).
  ///
  /// Nil for invalid paths: those with broken percent-escapes, with escapes of invalid UTF-8 or
  /// control characters, and with dot segments, plain or escaped: a correct client has resolved
  /// them (RFC 3986, section 5.2.4), so the remaining ones are attempts to leave a folder.
  static func normalized(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard needsLook(path.span) else { return path }
    guard isAcceptableInDetail(path) else { return nil }
    return PercentCoding.decodeUnreserved(path)
  }

  /// Returns the path without what ends sentences, which programs take for a part of an address: full
  /// stops, brackets, quotation marks and blanks, plain or escaped. Nil for a path that ends otherwise.
  package static func withoutSentenceEnd(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = path
    // No sentence ends with more marks.
    for _ in 0..<16 {
      guard let length = sentenceEnd(rest) else { break }
      rest.removeLast(length)
    }
    return rest.count < path.count ? rest : nil
  }

  /// The length of the mark at the end of a path.
  private static func sentenceEnd(_ path: ArraySlice<UInt8>) -> Int? {
    // Nearly every path ends otherwise, which two bytes tell.
    switch path.last {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
      UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "'"), UInt8(ascii: "\""),
      UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ">"):
      return 1
    default:
      guard path.count >= 3, path[path.endIndex - 3] == UInt8(ascii: "%") else { return nil }
    }
    for count in 1...3 where path.count >= 3 * count {
      let end = path.suffix(3 * count)
      let isEscaped = stride(from: end.startIndex, to: end.endIndex, by: 3).allSatisfy {
        end[$0] == UInt8(ascii: "%")
      }
      if isEscaped, let mark = PercentCoding.decode(end), sentenceMarks.contains(mark) {
        return end.count
      }
    }
    return nil
  }

  private static let sentenceMarks = Set(
    ".,;:!?'\")]}>…。、」） \u{A0}\u{3000}".unicodeScalars.map { Array(String($0).utf8) })

  /// Returns whether there is an escape, or a segment that begins with a dot.
  private static func needsLook(_ path: Span<UInt8>) -> Bool {
    // Nearly every path has neither byte.
    guard ByteWords.hold(path, either: UInt8(ascii: "%"), or: UInt8(ascii: ".")) else {
      return false
    }
    var previous: UInt8 = 0
    for index in path.indices {
      let byte = path[index]
      if byte == UInt8(ascii: "%") { return true }
      if byte == UInt8(ascii: "."), previous == UInt8(ascii: "/") { return true }
      previous = byte
    }
    return false
  }

  private static func isAcceptableInDetail(_ path: ArraySlice<UInt8>) -> Bool {
    guard path.contains(UInt8(ascii: "%")) else { return isAcceptable(decoded: path.span) }
    guard let decoded = PercentCoding.decode(path) else { return false }
    return isAcceptable(decoded: decoded.span)
  }

  private static func isAcceptable(decoded path: Span<UInt8>) -> Bool {
    var start = 0
    for index in path.indices {
      let byte = path[index]
      guard byte >= 0x20, byte != 0x7F else { return false }
      guard byte == UInt8(ascii: "/") else { continue }
      if isDotSegment(path, start..<index) { return false }
      start = index + 1
    }
    return !isDotSegment(path, start..<path.count) && isUTF8(path)
  }

  private static func isDotSegment(_ path: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count == 1 || range.count == 2 else { return false }
    return range.allSatisfy { path[$0] == UInt8(ascii: ".") }
  }

  private static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
    (try? UTF8Span(validating: bytes)) != nil
  }
}
