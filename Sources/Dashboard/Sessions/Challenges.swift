import Cryptography
import HTTPCore
import LinkStorage
import Links
import Service

/// Random secrets that are answered once within minutes, on whichever node: the store keeps their
/// digests as it keeps those of sessions.
extension PageContext {
  /// In seconds.
  private static let challengeTime = 300
  private static let challengeMark = "challenge:"

  /// A new challenge.
  ///
  /// - Parameter subject: what it is for; comes back when it is redeemed.
  func challenge(_ subject: String) throws(Problem) -> [UInt8] {
    let guards = pages.directory.guards.authentications
    if let wait = guards.take(request.client, subject: "challenge", at: now) {
      throw .tooManyRequests("too many sign-ins were begun", wait: wait)
    }
    guard let secret = RandomBytes.make(32), let digest = SHA256.digest(secret) else {
      throw Problem(.serviceUnavailable, "no-randomness", "the system has no randomness to give")
    }
    let end = Timestamp(secondsSinceEpoch: timestamp.secondsSinceEpoch + Self.challengeTime)
    let session = Session(
      digest: digest, subject: Self.challengeMark + subject, createdAt: timestamp, expires: end)
    _ = try written { $0.createSession(session, completion: $1) }
    return secret
  }

  /// Uses a challenge up; nil when it is unknown, used up or too old.
  func redeem(_ secret: [UInt8]) throws(Problem) -> String? {
    guard let digest = SHA256.digest(secret) else { return nil }
    let found = try stored { store throws(LinkStoreError) in try store.session(digest: digest) }
    guard let session = found, session.subject.hasPrefix(Self.challengeMark),
      session.expires > timestamp
    else { return nil }
    // Whoever removes it has it.
    guard try written({ $0.revokeSession(digest: digest, completion: $1) }) == .done else {
      return nil
    }
    return String(session.subject.dropFirst(Self.challengeMark.count))
  }
}
