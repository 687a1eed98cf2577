import Cryptography
import Links

/// A secret that is answered once within minutes, on whichever node. It says itself until when it is
/// good, and its code ties it to what it was given for, so that nobody who begins to sign in and goes
/// leaves anything behind.
struct Challenge {
  let bytes: [UInt8]

  /// In seconds.
  static let lifetime = 300
  private static let randomBytes = 16
  private static let timeBytes = 8
  private static let codeBytes = 32

  /// A new one; nil when libcrypto computes no code.
  ///
  /// - Parameters:
  ///   - subject: what it is for.
  ///   - random: bytes that nobody can guess.
  init?(_ subject: String, random: [UInt8], key: [UInt8], at now: Timestamp) {
    guard random.count == Self.randomBytes else { return nil }
    let end = UInt64(clamping: now.secondsSinceEpoch + Self.lifetime)
    let head = random + (0..<8).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * UInt64($0))) }
    guard let code = HMACSHA256.code(Self.message(head, subject), key: key) else { return nil }
    bytes = head + code
  }

  /// One that comes back; nil when it was not given for the subject, or is too old.
  init?(_ bytes: [UInt8], for subject: String, key: [UInt8], at now: Timestamp) {
    let headBytes = Self.randomBytes + Self.timeBytes
    guard bytes.count == headBytes + Self.codeBytes else { return nil }
    let head = Array(bytes.prefix(headBytes))
    let code = Array(bytes.dropFirst(headBytes))
    guard HMACSHA256.isCode(code, of: Self.message(head, subject), key: key) else { return nil }
    self.bytes = bytes
    guard now < expires else { return nil }
  }

  /// From this time on it is good for nothing.
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
