extension JSONParser {
  mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = at
    at += 1
    guard let byte = peek() else {
      try end()
      return "\u{FFFD}"
    }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    default:
      try fault(.invalidEscape, at: start)
      // The remaining bytes of a multibyte character follow as text.
      return byte < 0x80 ? Unicode.Scalar(byte) : withdraw()
    }
  }

  private mutating func withdraw() -> Unicode.Scalar {
    at -= 1
    return "\\"
  }

  private mutating func unicodeEscape(from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    if let first = hexadecimal() {
      if let scalar = Unicode.Scalar(first) { return scalar }
      if let scalar = surrogatePair(first) { return scalar }
    }
    try fault(.invalidEscape, at: start)
    return "\u{FFFD}"
  }

  private mutating func surrogatePair(_ first: UInt32) -> Unicode.Scalar? {
    guard (0xD800...0xDBFF).contains(first), bytes[at...].starts(with: "\\u".utf8) else {
      return nil
    }
    at += 2
    guard let second = hexadecimal(), (0xDC00...0xDFFF).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF))
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

/// Parsing of numbers and of `true`, `false` and `null`.
extension JSONParser {
  mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONNode {
    let start = at
    for offset in 0..<word.utf8CodeUnitCount {
      guard peek() == word.utf8Start[offset] else { return try unexpected(at: start) }
      at += 1
    }
    return JSONNode(offset: start, value: value)
  }

  mutating func number() throws(JSONSyntaxError) -> String {
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
    if !valid { try fault(.invalidNumber, at: start) }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func digits() -> (start: Int, count: Int) {
    let start = at
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    return (start, at - start)
  }
}
