package import Links
import WebSyntax

/// Sessions of people who are signed in; only the digest of each is stored.
package protocol SessionKeeping: AnyObject, Sendable {
  /// The session with a SHA-256 digest, expired or not; nil when there is none.
  func session(digest: [UInt8]) throws(LinkStoreError) -> Session?

  /// All sessions, or those of one subject, in the order of creation.
  func sessions(of subject: String?) throws(LinkStoreError) -> [Session]

  func createSession(_ session: Session, completion: @escaping StoreCompletion<UniqueCreation>)

  /// Records a use of a session and its new expiry. The answer says whether there is the session.
  func touchSession(
    digest: [UInt8], now: Timestamp, expires: Timestamp,
    completion: @escaping StoreCompletion<Bool>)

  /// Ends a session. The answer says whether there was one.
  func revokeSession(digest: [UInt8], completion: @escaping StoreCompletion<Bool>)
}

/// A person's session on the management listener.
package struct Session: Equatable, Sendable {
  /// SHA-256 of the secret in the cookie.
  package var digest: [UInt8]
  /// The text of a `SessionSubject`, or another mark.
  package var subject: String
  /// The time of the sign-in.
  package var createdAt: Timestamp
  /// The time of the last recorded use.
  package var seenAt: Timestamp
  /// The time from which the session is over.
  package var expires: Timestamp
  /// The browser and system at the sign-in, such as `Firefox, Linux`; nil where not known.
  package var device: String?

  package init(
    digest: [UInt8], subject: String, createdAt: Timestamp, seenAt: Timestamp? = nil,
    expires: Timestamp, device: String? = nil
  ) {
    self.device = device
    self.digest = digest
    self.subject = subject
    self.createdAt = createdAt
    self.seenAt = seenAt ?? createdAt
    self.expires = expires
  }
}

package enum SessionSubject: Equatable, Sendable {
  /// A token by its SHA-256 digest, under which stores find it directly.
  case token(digest: [UInt8])
  case person(id: String)

  /// Nil for a text that names neither.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "token":
      guard parts[1].utf8.count == 64, let digest = Hexadecimal.bytes(parts[1].utf8) else {
        return nil
      }
      self = .token(digest: digest)
    case "person": self = .person(id: String(parts[1]))
    default: return nil
    }
  }

  /// The text under which a store keeps it.
  package var text: String {
    switch self {
    case .token(let digest): "token:" + Hexadecimal.text(digest)
    case .person(let id): "person:" + id
    }
  }
}
