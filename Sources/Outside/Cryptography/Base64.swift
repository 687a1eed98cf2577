private import COpenSSL

/// Base64 (RFC 4648), by libcrypto.
package enum Base64 {
  /// The alphabet with `+` and `/`, with padding.
  case padded
  /// The alphabet with `+` and `/`, without padding.
  case unpadded
  /// The alphabet with `-` and `_`, which is safe in URLs and file names, without padding.
  case url

  package func encode(_ bytes: [UInt8]) -> String {
    // Four characters for every three bytes, and a terminating NUL.
    let count = (bytes.count + 2) / 3 * 4
    var text = [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, written in
      let encoded = EVP_EncodeBlock(buffer.baseAddress, bytes, Int32(clamping: bytes.count))
      written = max(Int(encoded), 0)
    }
    if self == .padded { return String(decoding: text, as: UTF8.self) }
    while text.last == Self.padding { text.removeLast() }
    if self == .url { text = text.map(Self.urlLetter) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes; nil unless `encode` could have written the text.
  package func decode(_ text: some StringProtocol) -> [UInt8]? {
    var letters = text.utf8.map(Self.plainLetter)
    while self != .padded, letters.count % 4 != 0 { letters.append(Self.padding) }
    guard let count = Int32(exactly: letters.count) else { return nil }
    var bytes = [UInt8](unsafeUninitializedCapacity: letters.count / 4 * 3 + 3) { buffer, written in
      written = max(Int(EVP_DecodeBlock(buffer.baseAddress, letters, count)), 0)
    }
    // libcrypto counts the padding as bytes, and skips white space around the text.
    let paddings = letters.suffix(2).count { $0 == Self.padding }
    bytes.removeLast(min(paddings, bytes.count))
    return text.utf8.elementsEqual(encode(bytes).utf8) ? bytes : nil
  }

  private static let padding = UInt8(ascii: "=")

  private static func urlLetter(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: letter
    }
  }

  /// The corresponding character of the standard alphabet.
  private static func plainLetter(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: letter
    }
  }
}
