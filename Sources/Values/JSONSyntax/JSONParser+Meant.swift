/// What an author meant who wrote something else than JSON.
extension JSONParser {
  /// The word of Python or JavaScript here, with its meaning.
  func foreignWord() -> (String, JSONValue)? {
    let words: [(String, JSONValue)] = [
      ("True", .bool(true)), ("False", .bool(false)), ("None", .null), ("undefined", .null),
    ]
    return words.first { word, _ in
      let end = at + word.utf8.count
      return bytes[at...].starts(with: word.utf8)
        && (end == bytes.count || Self.endsWord.contains(bytes[end]))
    }
  }

  private static let endsWord = Set(",:]} \t\r\n".utf8)

  /// Whether the brace here is followed by strings without values, or by another bracket with a value
  /// or a name, as in a list.
  var isListInBraces: Bool {
    let next = bytes[(at + 1)...].drop { Self.space.contains($0) }
    if next.first == UInt8(ascii: "\"") {
      guard let sign = sign(behindStringAt: next.startIndex) else { return false }
      guard bytes[sign] == UInt8(ascii: ",") else { return bytes[sign] == UInt8(ascii: "}") }
      let second = bytes[(sign + 1)...].drop { Self.space.contains($0) }
      guard second.first == UInt8(ascii: "\""),
        let end = self.sign(behindStringAt: second.startIndex)
      else { return false }
      return ",}]".utf8.contains(bytes[end])
    }
    guard next.first == UInt8(ascii: "{") || next.first == UInt8(ascii: "["),
      let inner = next.dropFirst().first(where: { !Self.space.contains($0) })
    else { return false }
    return "\"'{".utf8.contains(inner)
  }

  /// Whether the bracket here is followed by a name and a colon, as in an object.
  var isObjectInBrackets: Bool {
    let next = bytes[(at + 1)...].drop { Self.space.contains($0) }
    guard next.first == UInt8(ascii: "\""), let sign = sign(behindStringAt: next.startIndex) else {
      return false
    }
    return bytes[sign] == UInt8(ascii: ":")
  }

  /// The offset of what follows a string; nil for a long string and at the end.
  private func sign(behindStringAt start: Int) -> Int? {
    var rest = bytes[(start + 1)...].prefix(1024)
    while let byte = rest.first, byte != UInt8(ascii: "\"") {
      rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
    }
    guard !rest.isEmpty else { return nil }
    return bytes[(rest.startIndex + 1)...].firstIndex { !Self.space.contains($0) }
  }

  private static let space = Set(" \t\r\n".utf8)

  /// The offset of an object or an array that extends to the end of the text, or of the statement of
  /// a script, behind text that no JSON begins with; nil without one. Only the beginning of a long
  /// text is searched.
  func startBehindText() -> Int? {
    guard
      bytes[at...].starts(with: "```".utf8) || isLogLine
        || !Self.starts.contains(bytes[at]) && foreignQuote() == nil
    else { return nil }
    let end = (bytes.lastIndex { !Self.endsStatement.contains($0) } ?? at) + 1
    let candidates = bytes[at...].prefix(16_384).indices.dropFirst()
      .filter { bytes[$0] == UInt8(ascii: "{") || bytes[$0] == UInt8(ascii: "[") }
    return candidates.prefix(16).first { start in
      var rest = JSONParser(
        bytes: Array(bytes[start..<end]), depthLimit: depthLimit, tolerance: 0)
      return rest.isOneValue()
    }
  }

  /// Whether the text is one value and nothing else.
  private mutating func isOneValue() -> Bool {
    do throws(JSONSyntaxError) {
      _ = try value()
      try skipSpace()
      return at == bytes.count
    } catch {
      return false
    }
  }

  private static let endsStatement = Set(" \t\r\n);`".utf8)

  /// Whether the text begins with a date or a word in brackets, as lines of logs do.
  private var isLogLine: Bool {
    let isBracket = bytes[at] == UInt8(ascii: "[")
    let rest = bytes[at...].dropFirst(isBracket ? 1 : 0).prefix(32)
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if !digits.isEmpty {
      return rest.dropFirst(digits.count).first.map("-:/".utf8.contains) == true
    }
    let word = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    return isBracket && word.count > 1 && rest.dropFirst(word.count).first == UInt8(ascii: "]")
      && !["true", "false", "null"].contains(String(decoding: word, as: UTF8.self))
  }

  /// The bytes that a JSON value, or a comment, begins with.
  private static let starts = Set("{[\"-0123456789/#,:]}".utf8)
}
