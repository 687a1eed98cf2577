/// Reads JSON from bytes in one pass; a depth limit bounds its recursion.
struct JSONParser {
  private let bytes: [UInt8]
  private let depthLimit: Int
  private var at = 0
  private var depth = 0

  init(bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  mutating func document() throws(JSONSyntaxError) -> JSONNode {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONSyntaxError(.byteOrderMark, at: 0) }
    try skipSpace()
    guard at < bytes.count else { throw JSONSyntaxError(.empty, at: at) }
    if bytes[at] == UInt8(ascii: "<") { throw JSONSyntaxError(.html, at: at) }
    let root = try value()
    try skipSpace()
    guard at == bytes.count else { throw JSONSyntaxError(.trailingText, at: at) }
    return root
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONNode {
    let start = at
    guard let byte = peek() else { throw JSONSyntaxError(.unexpectedEnd, at: at) }
    switch byte {
    case UInt8(ascii: "{"): return JSONNode(offset: start, value: .object(try members()))
    case UInt8(ascii: "["): return JSONNode(offset: start, value: .array(try elements()))
    case UInt8(ascii: "\""): return JSONNode(offset: start, value: .string(try string()))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONNode(offset: start, value: .number(try number()))
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
      throw JSONSyntaxError(.missingValue, at: at)
    default: throw JSONSyntaxError(lookalike() ?? .unexpected, at: at)
    }
  }

  private mutating func members() throws(JSONSyntaxError) -> [JSONMember] {
    try enter()
    var members: [JSONMember] = []
    var comma: Int?
    while true {
      try skipSpace()
      guard let byte = peek() else { throw JSONSyntaxError(.unexpectedEnd, at: at) }
      if byte == UInt8(ascii: "}") { break }
      if !members.isEmpty, comma == nil { throw JSONSyntaxError(.missingComma, at: at) }
      let nameOffset = at
      guard byte == UInt8(ascii: "\"") else {
        throw JSONSyntaxError(lookalike() ?? .unquotedName, at: at)
      }
      let name = try string()
      try skipSpace()
      guard peek() == UInt8(ascii: ":") else {
        throw JSONSyntaxError(at < bytes.count ? .missingColon : .unexpectedEnd, at: at)
      }
      at += 1
      try skipSpace()
      members.append(JSONMember(name: name, nameOffset: nameOffset, node: try value()))
      comma = try separator()
    }
    if let comma { throw JSONSyntaxError(.trailingComma, at: comma) }
    leave()
    return members
  }

  private mutating func elements() throws(JSONSyntaxError) -> [JSONNode] {
    try enter()
    var elements: [JSONNode] = []
    var comma: Int?
    while true {
      try skipSpace()
      guard let byte = peek() else { throw JSONSyntaxError(.unexpectedEnd, at: at) }
      if byte == UInt8(ascii: "]") { break }
      if !elements.isEmpty, comma == nil {
        throw JSONSyntaxError(byte == UInt8(ascii: "}") ? .unexpected : .missingComma, at: at)
      }
      elements.append(try value())
      comma = try separator()
    }
    if let comma { throw JSONSyntaxError(.trailingComma, at: comma) }
    leave()
    return elements
  }

  /// The offset of the comma after an element; nil when there is none.
  private mutating func separator() throws(JSONSyntaxError) -> Int? {
    try skipSpace()
    guard peek() == UInt8(ascii: ",") else { return nil }
    defer { at += 1 }
    return at
  }

  private mutating func enter() throws(JSONSyntaxError) {
    guard depth < depthLimit else { throw JSONSyntaxError(.tooDeep, at: at) }
    depth += 1
    at += 1
  }

  private mutating func leave() {
    depth -= 1
    at += 1
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONNode {
    let start = at
    for offset in 0..<word.utf8CodeUnitCount {
      guard peek() == word.utf8Start[offset] else { throw JSONSyntaxError(.unexpected, at: start) }
      at += 1
    }
    return JSONNode(offset: start, value: value)
  }

  private mutating func number() throws(JSONSyntaxError) -> String {
    let start = at
    if peek() == UInt8(ascii: "-") { at += 1 }
    let integer = digits()
    var valid =
      integer.count == 1 || (integer.count > 1 && bytes[integer.start] != UInt8(ascii: "0"))
    if peek() == UInt8(ascii: ".") {
      at += 1
      valid = digits().count > 0 && valid
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      at += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { at += 1 }
      valid = digits().count > 0 && valid
    }
    guard valid else { throw JSONSyntaxError(.invalidNumber, at: start) }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func digits() -> (start: Int, count: Int) {
    let start = at
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    return (start, at - start)
  }

  private func peek() -> UInt8? {
    at < bytes.count ? bytes[at] : nil
  }

  private mutating func skipSpace() throws(JSONSyntaxError) {
    while let byte = peek() {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      case 0xC2 where at + 1 < bytes.count && bytes[at + 1] == 0xA0:
        throw JSONSyntaxError(.noBreakSpace, at: at)
      case UInt8(ascii: "/"): throw JSONSyntaxError(.comment, at: at)
      default: return
      }
    }
  }

  /// The likely cause of an unexpected byte.
  private func lookalike() -> JSONSyntaxError.Reason? {
    let rest = bytes[at...]
    if rest.starts(with: [0xE2, 0x80, 0x9C]) || rest.starts(with: [0xE2, 0x80, 0x9D])
      || rest.starts(with: [0xE2, 0x80, 0x9E]) || rest.starts(with: [0xC2, 0xAB])
    {
      return .smartQuote
    }
    switch bytes[at] {
    case UInt8(ascii: "'"): return .singleQuote
    case UInt8(ascii: "#"): return .comment
    case UInt8(ascii: "<"): return .html
    default: return nil
    }
  }
}

extension JSONParser {
  private mutating func string() throws(JSONSyntaxError) -> String {
    let open = at
    at += 1
    let start = at
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        let text = try text(start..<at)
        at += 1
        return text
      case UInt8(ascii: "\\"): return try stringWithEscapes(from: start, open: open)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        throw JSONSyntaxError(.unterminatedString, at: open)
      case ..<0x20: throw JSONSyntaxError(.controlCharacter, at: at)
      default: at += 1
      }
    }
    throw JSONSyntaxError(.unterminatedString, at: open)
  }

  private mutating func stringWithEscapes(
    from start: Int, open: Int
  ) throws(JSONSyntaxError) -> String {
    var result = ""
    var run = start
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        result += try text(run..<at)
        at += 1
        return result
      case UInt8(ascii: "\\"):
        result += try text(run..<at)
        result.unicodeScalars.append(try escape())
        run = at
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        throw JSONSyntaxError(.unterminatedString, at: open)
      case ..<0x20: throw JSONSyntaxError(.controlCharacter, at: at)
      default: at += 1
      }
    }
    throw JSONSyntaxError(.unterminatedString, at: open)
  }

  private func text(_ range: Range<Int>) throws(JSONSyntaxError) -> String {
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

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = at
    at += 1
    guard let byte = peek() else { throw JSONSyntaxError(.unexpectedEnd, at: at) }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    default: throw JSONSyntaxError(.invalidEscape, at: start)
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    guard let first = hexadecimal() else { throw JSONSyntaxError(.invalidEscape, at: start) }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800...0xDBFF).contains(first), peek() == UInt8(ascii: "\\") else {
      throw JSONSyntaxError(.invalidEscape, at: start)
    }
    at += 1
    guard peek() == UInt8(ascii: "u") else { throw JSONSyntaxError(.invalidEscape, at: start) }
    at += 1
    guard let second = hexadecimal(), (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF))
    else { throw JSONSyntaxError(.invalidEscape, at: start) }
    return scalar
  }

  private mutating func hexadecimal() -> UInt32? {
    guard at + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[at..<at + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    at += 4
    return value
  }
}
