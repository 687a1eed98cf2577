import Cryptography
package import LinkStorage
package import Links
import WebSyntax

/// Signing in to the dashboard: sessions, invitations and passkeys of callers who have no authority
/// yet. Each change is one function, as in `StoreChanges`.
///
/// Calls wait for the store, so they belong on threads that may block.
package struct SignIns: Sendable, StoreCaller {
  package typealias Store = TokenKeeping & PeopleKeeping & SessionKeeping

  let store: any Store
  private let now: Timestamp

  package init(in store: any Store, at now: Timestamp) {
    self.store = store
    self.now = now
  }

  // MARK: - Sessions

  package enum Times {
    package static let idle = 12 * 3600
    package static let longest = 7 * 86_400
    /// The shortest interval between two recorded uses.
    static let noting = 60

    /// The end of a session that is used now.
    package static func end(_ created: Timestamp, usedAt now: Timestamp) -> Timestamp {
      Timestamp(
        secondsSinceEpoch: min(
          now.secondsSinceEpoch + idle, created.secondsSinceEpoch + longest))
    }
  }

  private static let secretBytes = 32

  /// A new secret of a session or an invitation, and SHA-256 of it, under which stores know it.
  static func makeSecret() throws(ChangeError) -> (text: String, digest: [UInt8]) {
    guard let secret = RandomBytes.make(secretBytes), let digest = SHA256.digest(secret) else {
      throw .refused(.noRandomness)
    }
    return (Base64.url.encode(secret), digest)
  }

  /// The digest of a secret; nil for text that is none.
  package static func digest(ofSecret text: String) -> [UInt8]? {
    guard let secret = Base64.url.decode(text), secret.count == secretBytes else { return nil }
    return SHA256.digest(secret)
  }

  package enum Account: Sendable {
    case token(APIToken)
    case person(DashboardPerson)
  }

  package struct Current: Sendable {
    package let session: Session
    package let account: Account
  }

  /// The session of a secret's digest; nil when there is none, or it has ended with its time, its
  /// token or its person. Records the use.
  package func current(_ digest: [UInt8]) throws(ChangeError) -> Current? {
    let found = try read(store.session(digest: digest))
    guard let session = found, session.expires > now, let account = try account(of: session) else {
      return nil
    }
    if now.secondsSinceEpoch - session.seenAt.secondsSinceEpoch >= Times.noting {
      // Not waited for: if it fails, the next request records the use.
      store.touchSession(
        digest: digest, now: now, expires: Times.end(session.createdAt, usedAt: now)
      ) { _ in }
    }
    return Current(session: session, account: account)
  }

  private func account(of session: Session) throws(ChangeError) -> Account? {
    switch SessionSubject(session.subject) {
    case .token(let digest): return try token(digest: digest).map(Account.token)
    case .person(let id): return try person(id).map(Account.person)
    case nil: return nil
    }
  }

  /// Begins a session.
  ///
  /// - Parameter old: the digest of the session that it replaces; nil when there is none.
  /// - Returns: the secret of the session, for the browser alone.
  package func begin(
    _ subject: SessionSubject, replacing old: [UInt8]?, on device: String?
  ) throws(ChangeError) -> String {
    let (secret, digest) = try Self.makeSecret()
    if let old { try end(old) }
    let session = Session(
      digest: digest, subject: subject.text, createdAt: now, expires: Times.end(now, usedAt: now),
      device: device)
    _ = try written { $0.createSession(session, completion: $1) }
    return secret
  }

  package func end(_ digest: [UInt8]) throws(ChangeError) {
    _ = try written { $0.revokeSession(digest: digest, completion: $1) }
  }

  /// The name under which used challenges are stored among the sessions.
  private static let usedMark = "challenge:used"

  /// Marks a challenge as used until it is refused anyway; false when it was used before.
  package func useUp(_ challenge: [UInt8], until end: Timestamp) throws(ChangeError) -> Bool {
    guard let digest = SHA256.digest(challenge) else { throw .refused(.noRandomness) }
    let used = Session(digest: digest, subject: Self.usedMark, createdAt: now, expires: end)
    return try written { $0.createSession(used, completion: $1) } == .created
  }

  // MARK: - Accounts

  /// The token of a digest; nil for an unknown, revoked or expired one.
  package func token(digest: [UInt8]) throws(ChangeError) -> APIToken? {
    let found = try read(store.token(digest: digest))
    return found.flatMap { $0.revokedAt == nil && !$0.hasExpired(at: now) ? $0 : nil }
  }

  package func person(_ id: String) throws(ChangeError) -> DashboardPerson? {
    try read(store.person(id: id))
  }

  package struct Invited: Sendable {
    package let person: DashboardPerson
    package let invitation: [UInt8]
  }

  /// The person of an invitation's code; nil when it is unknown, used or over.
  package func invited(_ code: String) throws(ChangeError) -> Invited? {
    guard let digest = Self.digest(ofSecret: code) else { return nil }
    let found = try read(store.person(invitation: digest))
    guard let person = found, let end = person.invitation?.expires, end > now else { return nil }
    return Invited(person: person, invitation: digest)
  }

  // MARK: - Passkeys

  package func passkeys(of person: String) throws(ChangeError) -> [Passkey] {
    try read(store.passkeys(of: person))
  }

  /// The passkey of a credential; nil for an unknown one, and for one of somebody whose role a provider
  /// gives and takes away, and who therefore signs in there alone.
  package func passkey(_ credential: [UInt8]) throws(ChangeError) -> Passkey? {
    let found = try read(store.passkey(credential: credential))
    guard let found, let person = try person(found.person), person.provider == nil else {
      return nil
    }
    return found
  }

  /// Adds a passkey to its person.
  ///
  /// - Parameter invitation: the digest of the invitation that it uses up; nil for somebody who is
  ///   signed in.
  /// - Returns: false when the invitation was used before, or the credential is known.
  package func add(
    _ passkey: Passkey, to person: DashboardPerson, invitation: [UInt8]?
  ) throws(ChangeError) -> Bool {
    let actor = AuditActor(.person, id: person.id, name: person.name)
    let answer = try written {
      $0.addPasskey(passkey, invitation: invitation, by: actor, now: now, completion: $1)
    }
    return answer == .created
  }

  /// Records a sign-in with a passkey and its counter; false when it was removed or copied meanwhile.
  package func note(_ credential: [UInt8], counter: Int) throws(ChangeError) -> Bool {
    return try written {
      $0.notePasskey(credential: credential, counter: counter, now: now, completion: $1)
    }
  }
}
