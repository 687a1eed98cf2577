/// Parsing of strings, including those with quotation marks other than JSON's.
extension JSONParser {
  mutating func string() throws(JSONSyntaxError) -> String {
    let open = at
    at += 1
    var result = ""
    var run = at
    var typographic: Int?
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        if let typographic, !isFollowedByDelimiter(at + 1) {
          return try string(result, run, closedBy: typographic)
        }
        let rest = try text(run..<at)
        at += 1
        return result.isEmpty ? rest : result + rest
      case UInt8(ascii: "\\"):
        result += try text(run..<at)
        result.unicodeScalars.append(try escape())
        run = at
        typographic = nil
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        return try unclosedString(result, run, open, typographic)
      case ..<0x20:
        try fault(.controlCharacter, at: at)
        at += 1
      case 0xC2, 0xE2:
        if typographic == nil, let width = typographicQuote(at), isFollowedByDelimiter(at + width) {
          typographic = at
        }
        at += 1
      default: at += 1
      }
    }
    return try unclosedString(result, run, open, typographic)
  }

  /// Parses a string that begins with a plain quotation mark and ends with a typographic one.
  private mutating func string(
    _ beginning: String, _ run: Int, closedBy quote: Int
  ) throws(JSONSyntaxError) -> String {
    try fault(.smartQuote, at: quote)
    at = quote + (typographicQuote(quote) ?? 1)
    return beginning + (try text(run..<quote))
  }

  /// Ends an unclosed string at the end of its line, before any commas and brackets there.
  private mutating func unclosedString(
    _ beginning: String, _ run: Int, _ open: Int, _ typographic: Int?
  ) throws(JSONSyntaxError) -> String {
    if let typographic { return try string(beginning, run, closedBy: typographic) }
    try fault(.unterminatedString, at: open)
    while at > run, Set(" \t,]}".utf8).contains(bytes[at - 1]) { at -= 1 }
    return beginning + (try text(run..<at))
  }

  /// Parses a string in other quotation marks, leaving its escapes as written.
  mutating func foreignString(
    _ reason: JSONSyntaxError.Reason
  ) throws(JSONSyntaxError) -> String {
    try fault(reason, at: at)
    let isSingle = reason == .singleQuote
    at += isSingle ? 1 : typographicQuote(at) ?? 1
    let start = at
    while let byte = peek(), byte != UInt8(ascii: "\n") {
      let width = typographicQuote(at)
      let isEnd =
        isSingle ? byte == UInt8(ascii: "'") : byte == UInt8(ascii: "\"") || width != nil
      if isEnd {
        let text = try text(start..<at)
        at += width ?? 1
        return text
      }
      at += 1
    }
    return try text(start..<at)
  }

  /// Returns the width of a quotation mark other than JSON's at an offset; nil when there is none.
  private func typographicQuote(_ offset: Int) -> Int? {
    guard Self.startsOfQuotes.contains(bytes[offset]) else { return nil }
    let rest = bytes[offset...]
    return Self.quotes.first { rest.starts(with: $0.utf8) }?.utf8.count
  }

  private static let quotes: [String] =
    "“ ” „ ‟ ‘ ’ ‚ ‛ « » ‹ › 「 」 『 』 ＂ ″ `".split(separator: " ").map(String.init)
    + ["\\\"", "&quot;"]
  private static let startsOfQuotes = Set(quotes.compactMap(\.utf8.first))

  /// Whether the next byte other than spaces and tabs may follow a string.
  private func isFollowedByDelimiter(_ offset: Int) -> Bool {
    let next = bytes[offset...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard let next else { return true }
    return Set(",:]}\r\n".utf8).contains(next)
  }

  /// Returns the error for the quotation mark if a string begins with one other than JSON's.
  func foreignQuote() -> JSONSyntaxError.Reason? {
    if bytes[at] == UInt8(ascii: "'") { return .singleQuote }
    guard typographicQuote(at) != nil else { return nil }
    return "\\&".utf8.contains(bytes[at])
      ? .escapedQuote : bytes[at] == UInt8(ascii: "`") ? .backtick : .smartQuote
  }

  /// Returns the text of a string that began at an offset, or refuses it.
  func comparable(_ text: String, at offset: Int) throws(JSONSyntaxError) -> String {
    guard !boundsMarks || !text.hasEndlessMarks else {
      throw JSONSyntaxError(.endlessMarks, at: offset)
    }
    return text
  }

  func text(_ range: Range<Int>) throws(JSONSyntaxError) -> String {
    guard let text = String(validUTF8: bytes[range]) else {
      throw JSONSyntaxError(.invalidUTF8, at: firstInvalidByte(in: range))
    }
    return text
  }

  private func firstInvalidByte(in range: Range<Int>) -> Int {
    var decoder = UTF8()
    var iterator = bytes[range].makeIterator()
    var offset = range.lowerBound
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      offset += UTF8.width(scalar)
    }
    return offset
  }
}

extension String {
  /// Whether more combining marks stand in succession than the longest text of any language has.
  ///
  /// Comparing and hashing sorts them in time that grows with the square of their number: a text of
  /// a few ten thousand would occupy a processor for minutes. Source: Unicode Standard Annex 15,
  /// Stream-Safe Text Format, which takes 30 to suffice.
  package var hasEndlessMarks: Bool {
    let limit = 100
    // The first mark is U+0300, of two bytes, which begin with 0xCC.
    guard utf8.count > 2 * limit, utf8.contains(where: { $0 >= 0xCC }) else { return false }
    var count = 0
    for scalar in unicodeScalars {
      let isMark =
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      count = isMark ? count + 1 : 0
      if count > limit { return true }
    }
    return false
  }

  /// Decodes bytes; nil unless they are valid UTF-8.
  ///
  /// The libraries for apps cannot use `String(validating:as:)`, which requires iOS 18.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes, so the text then differs from its source.
    guard bytes.allSatisfy({ $0 < 0x80 }) || utf8.elementsEqual(bytes) else { return nil }
  }
}
