/// Percent-encoding of text that is put into a URL.
package enum PercentEncoding {
  /// Everything but RFC 3986's unreserved characters encoded: fit for any part of a URL.
  package static func component(_ text: String) -> String {
    encode(text) { isUnreserved($0) }
  }

  /// Only what no URL may hold encoded; what is a URL already stays as it is.
  package static func url(_ text: String) -> String {
    encode(text) { $0 > 0x20 && $0 < 0x7F && !Destination.forbidden.contains($0) }
  }

  /// RFC 3986, section 2.3: what means the same with and without percent-encoding.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
      || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }

  private static func encode(_ text: String, _ isKept: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      if isKept(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
