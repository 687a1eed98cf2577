import Cryptography
package import LinkStorage
package import Links

/// Creates invitations and the codes in their URLs.
package enum PersonInvitation {
  /// How long an invitation is valid, in seconds.
  package static let lifetime = 7 * 86_400

  /// A new invitation with its code; nil when the random generator failed.
  package static func make(now: Timestamp) -> (
    code: String, invitation: DashboardPerson.Invitation
  )? {
    guard let secret = RandomBytes.make(32), let digest = SHA256.digest(secret) else { return nil }
    let end = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + lifetime)
    return (Base64.url.encode(secret), DashboardPerson.Invitation(digest: digest, expires: end))
  }

  /// The digest under which the store knows a code; nil for an invalid code.
  package static func digest(ofCode code: String) -> [UInt8]? {
    guard let secret = Base64.url.decode(code), secret.count == 32 else { return nil }
    return SHA256.digest(secret)
  }

  /// The URL of an invitation.
  ///
  /// - Parameter origin: the origin of the dashboard.
  package static func address(_ code: String, origin: String) -> String {
    "\(origin)/dashboard/join?code=\(code)"
  }
}
