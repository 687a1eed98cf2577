package import Links

/// Sessions of people who signed in: only the digest of each is known.
package protocol SessionKeeping: AnyObject, Sendable {
  /// The session with that SHA-256 digest, expired or not; nil when there is none.
  func session(digest: [UInt8]) throws(LinkStoreError) -> Session?

  /// Every session, or those of one subject, in the order of making.
  func sessions(of subject: String?) throws(LinkStoreError) -> [Session]

  func createSession(_ session: Session, completion: @escaping StoreCompletion<SessionCreation>)

  /// Notes that a session was used, and until when it now lasts.
  func touchSession(
    digest: [UInt8], now: Timestamp, expires: Timestamp,
    completion: @escaping StoreCompletion<SessionChange>)

  /// Ends a session at once.
  func revokeSession(digest: [UInt8], completion: @escaping StoreCompletion<SessionChange>)
}

/// A person's session on the management listener.
package struct Session: Equatable, Sendable {
  /// SHA-256 of the secret in the cookie.
  package var digest: [UInt8]
  /// Whose session it is, such as the identifier of a token or a person.
  package var subject: String
  package var createdAt: Timestamp
  package var seenAt: Timestamp
  /// From this time on the session is over.
  package var expires: Timestamp

  package init(
    digest: [UInt8], subject: String, createdAt: Timestamp, seenAt: Timestamp? = nil,
    expires: Timestamp
  ) {
    self.digest = digest
    self.subject = subject
    self.createdAt = createdAt
    self.seenAt = seenAt ?? createdAt
    self.expires = expires
  }
}

/// The answer to `createSession`.
package enum SessionCreation: Equatable, Sendable {
  case created
  /// There is a session with that digest.
  case taken
}

/// The answer to `touchSession` and `revokeSession`.
package enum SessionChange: Equatable, Sendable {
  case done, missing
}
