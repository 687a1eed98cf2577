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
    guard let next = sign(from: at + 1) else { return false }
    switch bytes[next] {
    case UInt8(ascii: "\""):
      guard let end = sign(behindStringAt: next) else { return false }
      guard bytes[end] == UInt8(ascii: ",") else { return bytes[end] == UInt8(ascii: "}") }
      guard let second = sign(from: end + 1), let end = sign(behindStringAt: second) else {
        return false
      }
      return ",}]".utf8.contains(bytes[end])
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return sign(from: next + 1).map { "\"'{".utf8.contains(bytes[$0]) } ?? false
    default: return false
    }
  }

  /// Whether the bracket here is followed by a name and a colon, as in an object.
  var isObjectInBrackets: Bool {
    guard let next = sign(from: at + 1), let end = sign(behindStringAt: next) else { return false }
    return bytes[end] == UInt8(ascii: ":")
  }

  /// The offset of the first byte that is no white space; nil at the end.
  private func sign(from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return index
      }
    }
    return nil
  }

  /// The offset of what follows a string; nil for other values, a long string and at the end.
  private func sign(behindStringAt start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "\"") else { return nil }
    let limit = min(bytes.count, start + 1024)
    var index = start + 1
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: "\""): return sign(from: index + 1)
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

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
