/// Base64 without padding (RFC 4648).
struct Base64Text: Sendable {
  private let alphabet: [UInt8]
  private let values: [UInt8: UInt32]

  /// With `+` and `/`.
  static let plain = Base64Text("+/")
  /// With `-` and `_`, safe in URLs and file names.
  static let url = Base64Text("-_")

  private init(_ last: String) {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last
    alphabet = Array(letters.utf8)
    values = Dictionary(
      alphabet.enumerated().map { ($1, UInt32($0)) }, uniquingKeysWith: { first, _ in first })
  }

  func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (buffer, bits): (UInt32, Int) = (0, 0)
    for byte in bytes {
      buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(buffer >> UInt32(bits) & 63)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(buffer << UInt32(6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil unless `encode` could have written the text.
  func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (buffer, bits): (UInt32, Int) = (0, 0)
    for letter in text.utf8 {
      guard let value = values[letter] else { return nil }
      buffer = (buffer << 6 | value) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    let rest = buffer & (1 << UInt32(bits) - 1)
    return bits < 6 && rest == 0 ? bytes : nil
  }
}
