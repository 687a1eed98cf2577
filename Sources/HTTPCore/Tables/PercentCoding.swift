/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentCoding {
  /// The bytes with every escape resolved; nil when a `%` is not followed by two hexadecimal
  /// digits.
  package static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.contains(UInt8(ascii: "%")) else { return Array(bytes) }
    let text = bytes.span
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      index &+= 1
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let escaped = escapedByte(text, at: index) else { return nil }
      decoded.append(escaped)
      index &+= 2
    }
    return decoded
  }

  /// The byte given by two hexadecimal digits; nil when there are none.
  package static func escapedByte(_ text: Span<UInt8>, at index: Int) -> UInt8? {
    guard index &+ 2 <= text.count, let high = hexadecimal(text[index]),
      let low = hexadecimal(text[index &+ 1])
    else { return nil }
    return high << 4 | low
  }

  /// The decoded text; the original text when an escape is invalid or the result is not UTF-8.
  package static func decodeLossy(_ bytes: ArraySlice<UInt8>) -> String {
    guard let decoded = decode(bytes), let text = String(validating: decoded, as: UTF8.self) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return text
  }

  /// A part of a URL with the bytes escaped that are not allowed in URLs: controls, space, `"` `<`
  /// `>` `\` `^` `` ` `` `{` `|` `}` and non-ASCII bytes.
  package static func encodeUnsafe(_ bytes: ArraySlice<UInt8>) -> String {
    encode(bytes) { !isUnsafe($0) }
  }

  /// A text as the value of a query item: everything except unreserved characters is escaped.
  package static func encodeValue(_ text: String) -> String {
    encode(Array(text.utf8)[...], keeping: isUnreserved)
  }

  /// Whether the byte is not allowed in a URL.
  package static func isUnsafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
      UInt8(ascii: "}"):
      true
    default: byte <= 0x20 || byte >= 0x7F
    }
  }

  private static func encode(
    _ bytes: ArraySlice<UInt8>, keeping isKept: (UInt8) -> Bool
  ) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    for byte in bytes {
      if isKept(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
