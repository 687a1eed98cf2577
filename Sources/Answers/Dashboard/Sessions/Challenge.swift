import Changes
import Cryptography
import HTTPCore
import JSONSyntax
package import LinkStorage
import Links
import Management
import Service
import Synchronization

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

/// The key of challenges, which all processes share that use the same store: one of them may finish a
/// sign-in that another has begun.
final class ChallengeKey: Sendable {
  private let owner = RandomBytes.base62(12)
  private let known = Mutex<(key: [UInt8], time: Double)?>(nil)

  /// The time in seconds after which the store is read again, since it may have been restored to a
  /// time before the key.
  private static let lifetime = 60.0

  /// Nil when the system has no randomness, or another process is just making the key.
  ///
  /// - Parameter time: of the steady clock, in seconds.
  func bytes(
    at time: Double, in values: any SharedValues
  ) throws(LinkStoreError) -> [UInt8]? {
    if let known = known.withLock({ $0 }), time - known.time < Self.lifetime { return known.key }
    guard let owner, let key = try values.sharedKey("dashboard challenges", owner: owner) else {
      return nil
    }
    known.withLock { $0 = (key, time) }
    return key
  }
}

extension SharedValues {
  /// The key of that name, made by the first process that needs it.
  package func sharedKey(_ name: String, owner: String) throws(LinkStoreError) -> [UInt8]? {
    if let known = try sharedValue(name) { return known }
    guard try lease(name, owner: owner, seconds: 30) else { return nil }
    // The previous holder of the lease may have made it since.
    if let known = try sharedValue(name) { return known }
    guard let key = RandomBytes.make(32) else { return nil }
    try keepShared(name, key)
    return key
  }
}

extension PageContext {
  /// The largest tolerated difference between the clocks of nodes, in seconds.
  private static let clockSkew = 3600

  /// Makes a new challenge.
  func challenge(_ subject: String) throws(Problem) -> Challenge {
    guard let random = Challenge.random,
      let challenge = Challenge(subject, random: random, key: try challengeKey(), at: timestamp)
    else { throw .noRandomness }
    return challenge
  }

  /// The returned challenge; nil when it was not issued for this, or has expired.
  func challenge(_ bytes: [UInt8], for subject: String) throws(Problem) -> Challenge? {
    Challenge(bytes, for: subject, key: try challengeKey(), at: timestamp)
  }

  /// Marks a challenge as used, after the request has proved valid: failed attempts leave no trace.
  ///
  /// - Returns: false when it was used before.
  func useUp(_ challenge: Challenge) throws(Problem) -> Bool {
    let end = Timestamp(
      secondsSinceEpoch: challenge.expires.secondsSinceEpoch + Self.clockSkew)
    return try changed(signIns.useUp(challenge.bytes, until: end))
  }

  private func challengeKey() throws(Problem) -> [UInt8] {
    let key: [UInt8]?
    do throws(LinkStoreError) {
      key = try pages.memory.challengeKey.bytes(
        at: now.steadySeconds, in: pages.directory.managed)
    } catch {
      throw Problem(error)
    }
    guard let key else { throw .busy(Sentence(Word.sharedKeyPending)) }
    return key
  }
}
