package import LinkStorage
import Links
import WebSyntax

/// A session as its user and admins see it.
package struct SeenSession: Equatable, Sendable {
  package let session: Session
  /// The name of the token or the person; nil where that is gone.
  package let name: String?

  /// Names a session among all without saying the digest, by which it is found.
  package var id: String { Hexadecimal.text(session.digest.prefix(8)) }
}

extension StoreChanges {
  /// The sessions that are not over: those of the caller's own subject; to an admin also those of
  /// tokens and people within the reach, and to one who reaches everything those of subjects that
  /// are gone.
  ///
  /// - Parameter own: the subject of the session that asks.
  package func sessions(own: String) throws(ChangeError) -> [SeenSession] {
    let isAdmin = authority.may(.admin)
    let names = try names()
    let found = try read { store throws(LinkStoreError) in
      try store.sessions(of: isAdmin ? nil : own)
    }
    return found.filter { $0.expires > now }.compactMap { session in
      let name = names[session.subject]
      let isSeen =
        session.subject == own || isAdmin && (name.map(\.isWithin) ?? !authority.reach.isBounded)
      return isSeen ? SeenSession(session: session, name: name?.text) : nil
    }
  }

  /// - Parameters:
  ///   - id: as `SeenSession` has it.
  ///   - own: the subject of the session that asks.
  package func endSession(_ id: String, own: String) throws(ChangeError) {
    guard let seen = try sessions(own: own).first(where: { $0.id == id }) else {
      throw .refused(.sessionNotFound)
    }
    _ = try written { $0.revokeSession(digest: seen.session.digest, completion: $1) }
  }

  /// Ends every session of a subject but one.
  ///
  /// - Parameters:
  ///   - own: the subject of the session that asks.
  ///   - kept: the digest of the session that goes on.
  package func endSessions(of own: String, except kept: [UInt8]) throws(ChangeError) {
    for seen in try sessions(own: own)
    where seen.session.subject == own && seen.session.digest != kept {
      _ = try written { $0.revokeSession(digest: seen.session.digest, completion: $1) }
    }
  }

  /// Removes a passkey of one's own, unless it is the only one.
  ///
  /// - Parameters:
  ///   - id: as `Passkey.id` has it.
  ///   - person: the identifier of the one who asks.
  package func removePasskey(_ id: String, of person: String) throws(ChangeError) {
    let own = try read { store throws(LinkStoreError) in try store.passkeys(of: person) }
    guard let passkey = own.first(where: { $0.id == id }) else {
      throw .refused(.passkeyNotFound)
    }
    let (actor, now) = (authority.actor, now)
    let isRemoved = try written {
      $0.removePasskey(
        credential: passkey.credential, of: person, by: actor, now: now, completion: $1)
    }
    guard isRemoved else { throw .refused(.lastPasskey) }
  }

  /// What the subjects of sessions are called, and whether they lie within the reach.
  private func names() throws(ChangeError) -> [String: (text: String, isWithin: Bool)] {
    let (tokens, people) = try read { store throws(LinkStoreError) in
      (try store.tokens(), try store.people())
    }
    var names: [String: (text: String, isWithin: Bool)] = [:]
    for token in tokens {
      names[token.subject] = (token.name ?? token.id, authority.covers(token.reach))
    }
    for person in people {
      names[Person.subject(ofID: person.id)] = (person.name, authority.covers(person.reach))
    }
    return names
  }
}
