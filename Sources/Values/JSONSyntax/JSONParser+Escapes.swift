extension JSONParser {
  /// Parses an escape and returns its character.
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
