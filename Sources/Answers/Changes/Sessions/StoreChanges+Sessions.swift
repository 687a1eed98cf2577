import JSONSyntax
package import LinkStorage
import Links
import WebSyntax

/// A session as shown to its user and to admins.
package struct SeenSession: Equatable, Sendable {
  package let session: Session
  package let name: String

  /// Identifies the session without revealing the digest by which it is found.
  package var id: String { Hexadecimal.text(session.digest.prefix(8)) }
}

extension StoreChanges {
  /// The valid sessions: those of the caller's own subject; for an admin also those of tokens and
  /// people within the reach.
  package func sessions(own: String) throws(ChangeError) -> [SeenSession] {
    let isAdmin = authority.may(.admin)
    let names = try names()
    let found = try read { store throws(LinkStoreError) in
      try store.sessions(of: isAdmin ? nil : own)
    }
    return found.filter { $0.expires > now }.compactMap { session in
      guard let name = names[session.subject],
        session.subject == own || isAdmin && name.isWithin
      else { return nil }
      return SeenSession(session: session, name: name.text)
    }
  }

  /// Ends a session.
  ///
  /// - Parameter id: the `id` of the `SeenSession`.
  package func endSession(_ id: String, own: String) throws(ChangeError) {
    guard let seen = try sessions(own: own).first(where: { $0.id == id }) else {
      throw .refused(.sessionNotFound)
    }
    _ = try written { $0.revokeSession(digest: seen.session.digest, completion: $1) }
  }

  /// Ends all sessions of a subject except one.
  ///
  /// - Parameter kept: the digest of the session to keep.
  package func endSessions(of own: String, except kept: [UInt8]) throws(ChangeError) {
    for seen in try sessions(own: own)
    where seen.session.subject == own && seen.session.digest != kept {
      _ = try written { $0.revokeSession(digest: seen.session.digest, completion: $1) }
    }
  }

  /// Deletes one of the caller's own passkeys, unless it is the only one.
  ///
  /// - Parameter id: the `id` of the `Passkey`.
  package func removePasskey(_ id: String, of person: String) throws(ChangeError) {
    let own = try read { store throws(LinkStoreError) in try store.passkeys(of: person) }
    guard let passkey = own.first(where: { $0.id == id }) else {
      throw .refused(.passkeyNotFound)
    }
    let isRemoved = try written {
      $0.removePasskey(
        credential: passkey.credential, of: person, by: actor, now: now, completion: $1)
    }
    guard isRemoved else { throw .refused(.lastPasskey) }
  }

  /// Names one of the caller's own passkeys; the name that it has already changes nothing.
  ///
  /// - Parameter id: the `id` of the `Passkey`.
  package func namePasskey(_ id: String, of person: String, _ name: String) throws(ChangeError) {
    if let fault = DashboardPerson.fault(ofName: name) {
      throw .refused(.invalid([FieldFault("name", AccountFault.notName(name, fault))]))
    }
    let own = try read { store throws(LinkStoreError) in try store.passkeys(of: person) }
    guard let passkey = own.first(where: { $0.id == id }) else {
      throw .refused(.passkeyNotFound)
    }
    guard passkey.name != name else { return }
    let isNamed = try written {
      $0.namePasskey(
        credential: passkey.credential, of: person, name, by: actor, now: now, completion: $1)
    }
    guard isNamed else { throw .refused(.passkeyNotFound) }
  }

  /// The names of the subjects of sessions, and whether they lie within the reach.
  private func names() throws(ChangeError) -> [String: (text: String, isWithin: Bool)] {
    let (tokens, people) = try read { store throws(LinkStoreError) in
      (try store.tokens(), try store.people())
    }
    var names: [String: (text: String, isWithin: Bool)] = [:]
    // A session ends with its token, though the store keeps it for a while.
    for token in tokens where token.revokedAt == nil && !token.hasExpired(at: now) {
      names[token.subject] = (token.name ?? token.id, authority.covers(token.reach))
    }
    for person in people {
      names[DashboardPerson.subject(ofID: person.id)] = (
        person.name, authority.covers(person.reach)
      )
    }
    return names
  }
}
