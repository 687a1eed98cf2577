import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Service

extension PageContext {
  /// The largest tolerated difference between the clocks of nodes, in seconds.
  private static let clockSkew = 3600

  /// Counts the start of a sign-in.
  func admitSignIn() throws(Problem) {
    if let wait = pages.directory.guards.signIns.take(request.client, subject: "begin", at: now) {
      throw .tooManyRequests(Sentence(Word.tooManySignIns), wait: wait)
    }
  }

  /// Makes a new challenge.
  ///
  /// - Parameter subject: its purpose.
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
