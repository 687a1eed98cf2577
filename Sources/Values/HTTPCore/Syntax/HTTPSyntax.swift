import WebSyntax

/// The character classes of RFC 9110 and RFC 9112, over bytes.
package enum HTTPSyntax {
  /// `tchar` of RFC 9110, section 5.6.2.
  package static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "!"),
      UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^")...UInt8(ascii: "`"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// `field-vchar`, space and tab of RFC 9110, section 5.5; bytes from 0x80 are opaque `obs-text`.
  package static func isFieldValue(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09
  }

  /// Optional white space of RFC 9110, section 5.6.3.
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09
  }
}

extension [UInt8] {
  mutating func append(copying bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(contentLength count: Int) {
    append("Content-Length: ")
    append(decimal: count)
    append("\r\n")
  }
}
