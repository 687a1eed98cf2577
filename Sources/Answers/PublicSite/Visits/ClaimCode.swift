import Cryptography

/// A code to read on one screen and type into another: six characters of Crockford's base 32, which
/// has no letters that look like digits.
struct ClaimCode: Equatable {
  let text: String

  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let length = 6

  /// A new code; nil when the system cannot supply randomness.
  static func make() -> ClaimCode? {
    RandomBytes.make(length).map { bytes in
      // 32 divides the number of byte values, so all characters are equally likely.
      ClaimCode(text: String(decoding: bytes.map { alphabet[Int($0 & 31)] }, as: UTF8.self))
    }
  }

  private init(text: String) {
    self.text = text
  }

  /// A code as typed, in any case, with spaces and hyphens, and with O, I and L for the digits that
  /// they resemble; nil for anything else.
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

  /// The digest that stores have of the code; nil when libcrypto cannot compute it.
  var digest: [UInt8]? { SHA256.digest(Array(text.utf8)) }
}
