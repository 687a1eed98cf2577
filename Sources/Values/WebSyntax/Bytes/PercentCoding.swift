/// Percent-encoding (RFC 3986, section 2.1).
@usableFromInline
package enum PercentCoding {
  /// Parses two hexadecimal digits as a byte; nil when they are not there.
  @inlinable @inline(__always)
  package static func escapedByte(_ text: Span<UInt8>, at index: Int) -> UInt8? {
    guard index &+ 2 <= text.count, let high = Hexadecimal.value(of: text[index]),
      let low = Hexadecimal.value(of: text[index &+ 1])
    else { return nil }
    return high << 4 | low
  }

  /// Whether the byte means the same with and without percent-encoding (RFC 3986, section 2.3).
  @inlinable @inline(__always)
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: ASCII.isAlphanumeric(byte)
    }
  }

  /// Returns whether the byte is not allowed in a URL: controls, space, `"` `<` `>` `\` `^` `` ` ``
  /// `{` `|` `}` and non-ASCII bytes.
  @inlinable @inline(__always)
  package static func isUnsafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
      UInt8(ascii: "}"):
      true
    default: byte <= 0x20 || byte >= 0x7F
    }
  }
}

extension PercentCoding {
  /// Decodes every escape; nil when a `%` is not followed by two hexadecimal digits.
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

  /// Decodes escapes of unreserved characters; every other `%` is left as written.
  package static func decodeUnreserved(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    decodeValidEscapes(bytes.span, of: isUnreserved) { decoded.append($0) }
    return decoded[...]
  }

  /// Decodes a text; returns it unchanged when an escape is invalid or the result is not UTF-8.
  package static func decodeLossy(_ bytes: ArraySlice<UInt8>) -> String {
    guard let decoded = decode(bytes) else { return String(decoding: bytes, as: UTF8.self) }
    let text = String(decoding: decoded, as: UTF8.self)
    // Decoding replaces invalid bytes, so the text then differs from its source.
    return text.utf8.elementsEqual(decoded) ? text : String(decoding: bytes, as: UTF8.self)
  }

  /// Passes each byte to `append` with valid escapes decoded; any other `%` is left as written.
  ///
  /// - Parameter isDecoded: whether the escape of a byte is decoded.
  @inlinable
  package static func decodeValidEscapes(
    _ text: Span<UInt8>, of isDecoded: (UInt8) -> Bool = { _ in true }, _ append: (UInt8) -> Void
  ) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      index &+= 1
      if byte == UInt8(ascii: "%"), let escaped = escapedByte(text, at: index), isDecoded(escaped) {
        append(escaped)
        index &+= 2
      } else {
        append(byte)
      }
    }
  }
}

extension PercentCoding {
  /// Escapes the unsafe bytes in part of a URL; everything else is left as written.
  @inlinable
  package static func encodeUnsafe(_ bytes: some Collection<UInt8>) -> String {
    encode(bytes, escaping: isUnsafe)
  }

  /// Escapes everything but unreserved characters, which makes a text safe in any part of a URL.
  package static func encodeComponent(_ text: String) -> String {
    encode(text.utf8) { !isUnreserved($0) }
  }

  /// Percent-encodes the bytes for which `isEscaped` returns true, with digits in upper case.
  @inlinable
  package static func encode(
    _ bytes: some Collection<UInt8>, escaping isEscaped: (UInt8) -> Bool
  ) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    for byte in bytes {
      if isEscaped(byte) {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(Hexadecimal.upperDigit(byte >> 4))
        encoded.append(Hexadecimal.upperDigit(byte))
      } else {
        encoded.append(byte)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
