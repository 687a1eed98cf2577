import Cryptography
import Links

/// A secret that is answered once within minutes, on any node. It contains its own expiry, and a
/// code ties it to its purpose, so that abandoned sign-ins leave no state behind.
struct Challenge {
  let bytes: [UInt8]

  /// The lifetime in seconds.
  static let lifetime = 300
  private static let randomBytes = 16
  private static let timeBytes = 8
  private static let codeBytes = 32

  /// Makes a new challenge; nil when libcrypto cannot compute a code.
  ///
  /// - Parameters:
  ///   - subject: its purpose.
  ///   - random: bytes that cannot be guessed.
  init?(_ subject: String, random: [UInt8], key: [UInt8], at now: Timestamp) {
    guard random.count == Self.randomBytes else { return nil }
    let end = UInt64(clamping: now.secondsSinceEpoch + Self.lifetime)
    let head = random + (0..<8).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * UInt64($0))) }
    guard let code = HMACSHA256.code(Self.message(head, subject), key: key) else { return nil }
    bytes = head + code
  }

  /// Reads a returned challenge; nil when it was not issued for the subject, or has expired.
  init?(_ bytes: [UInt8], for subject: String, key: [UInt8], at now: Timestamp) {
    let headBytes = Self.randomBytes + Self.timeBytes
    guard bytes.count == headBytes + Self.codeBytes else { return nil }
    let head = Array(bytes.prefix(headBytes))
    let code = Array(bytes.dropFirst(headBytes))
    guard HMACSHA256.isCode(code, of: Self.message(head, subject), key: key) else { return nil }
    self.bytes = bytes
    guard now < expires else { return nil }
  }

  /// The time from which it is no longer valid.
  var expires: Timestamp {
    let end = bytes[Self.randomBytes..<(Self.randomBytes + Self.timeBytes)]
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Timestamp(secondsSinceEpoch: Int(clamping: end))
  }

  static var random: [UInt8]? { RandomBytes.make(randomBytes) }

  private static func message(_ head: [UInt8], _ subject: String) -> [UInt8] {
    Array("keiro challenge\n".utf8) + head + Array(subject.utf8)
  }
}
