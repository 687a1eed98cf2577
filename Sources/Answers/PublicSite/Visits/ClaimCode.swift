import Cryptography

/// A code that a person reads from one screen and types into another: six characters of Crockford's
/// base 32, which has no letters that look like digits.
struct ClaimCode: Equatable {
  /// As it is shown.
  let text: String

  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let length = 6

  /// A new code; nil when the system cannot supply randomness.
  static func make() -> ClaimCode? {
    RandomBytes.make(length).map { bytes in
      // 32 divides the values of a byte: every character is as likely as the others.
      ClaimCode(text: String(decoding: bytes.map { alphabet[Int($0 & 31)] }, as: UTF8.self))
    }
  }

  private init(text: String) {
    self.text = text
  }

  /// What somebody has typed: in any case, with spaces and hyphens, with O, I and L for the digits
  /// that they look like; nil for anything else.
  init?(typed: String) {
    guard typed.utf8.count <= 32 else { return nil }
    var letters: [UInt8] = []
    for byte in typed.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
      let upper = (0x61...0x7A).contains(byte) ? byte & ~0x20 : byte
      let letter =
        switch upper {
        case UInt8(ascii: "O"): UInt8(ascii: "0")
        case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
        default: upper
        }
      guard Self.alphabet.contains(letter) else { return nil }
      letters.append(letter)
    }
    guard letters.count == Self.length else { return nil }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// What stores keep; nil when libcrypto computes no digest.
  var digest: [UInt8]? { SHA256.digest(Array(text.utf8)) }
}
