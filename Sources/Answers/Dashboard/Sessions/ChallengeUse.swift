import Cryptography
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Service

extension PageContext {
  /// What a challenge that was used stands under among the sessions.
  private static let usedMark = "challenge:used"
  /// How far the clocks of nodes may be apart, in seconds.
  private static let clockSkew = 3600

  /// Counts the beginning of a sign-in.
  func admitSignIn() throws(Problem) {
    if let wait = pages.directory.guards.signIns.take(request.client, subject: "begin", at: now) {
      throw .tooManyRequests(Sentence(Word.tooManySignIns), wait: wait)
    }
  }

  /// A new challenge.
  ///
  /// - Parameter subject: what it is for.
  func challenge(_ subject: String) throws(Problem) -> Challenge {
    guard let random = Challenge.random,
      let challenge = Challenge(subject, random: random, key: try challengeKey(), at: timestamp)
    else { throw .noRandomness }
    return challenge
  }

  /// The challenge that comes back; nil when it was not given for this, or is too old.
  func challenge(_ bytes: [UInt8], for subject: String) throws(Problem) -> Challenge? {
    Challenge(bytes, for: subject, key: try challengeKey(), at: timestamp)
  }

  /// Uses a challenge up, once what was asked for has proved right: nobody else leaves a trace.
  ///
  /// - Returns: false when it was used before.
  func useUp(_ challenge: Challenge) throws(Problem) -> Bool {
    guard let digest = SHA256.digest(challenge.bytes) else { throw .noRandomness }
    let end = Timestamp(
      secondsSinceEpoch: challenge.expires.secondsSinceEpoch + Self.clockSkew)
    let used = Session(
      digest: digest, subject: Self.usedMark, createdAt: timestamp, expires: end)
    return try written { $0.createSession(used, completion: $1) } == .created
  }

  private func challengeKey() throws(Problem) -> [UInt8] {
    let key: [UInt8]?
    do throws(LinkStoreError) {
      key = try pages.memory.challengeKey.bytes(at: now.steadySeconds, pages.sources.sharedKey)
    } catch {
      throw Problem(error)
    }
    guard let key else { throw .busy(Sentence(Word.sharedKeyPending)) }
    return key
  }
}
