import JSONSyntax
package import LinkStorage
package import Links
package import SiteModel
package import WebSyntax

/// The reading and changing of tokens, people, sessions and webhooks. Each change is one
/// function: a decision on the existing data, then one write in the caller's name.
///
/// Calls wait for the store, so they belong on threads that may block.
package struct StoreChanges: Sendable, StoreCaller {
  package typealias Store = TokenKeeping & PeopleKeeping & SessionKeeping & WebhookKeeping

  package let authority: Authority
  let store: any Store
  let now: Timestamp
  /// The sites whose hosts may be granted; nil for any host.
  let sites: ServiceSnapshot?

  package init(
    by authority: Authority, in store: any Store, at now: Timestamp,
    of sites: ServiceSnapshot? = nil
  ) {
    self.sites = sites
    self.authority = authority
    self.store = store
    self.now = now
  }

  var actor: AuditActor { authority.actor }

  /// The items of a list that lie within the caller's reach; for admins only.
  func seen<Item>(
    _ list: @autoclosure () throws(LinkStoreError) -> [Item], _ reach: (Item) -> HostReach
  ) throws(ChangeError) -> [Item] {
    try authority.require(.admin)
    return try read(list()).filter { authority.covers(reach($0)) }
  }
}

/// Changes that call a store and wait for its answer. Errors of the store become those of changes.
protocol StoreCaller {
  associatedtype Roles: Sendable

  var store: Roles { get }
}

extension StoreCaller {
  func read<Value>(
    _ value: @autoclosure () throws(LinkStoreError) -> Value
  ) throws(ChangeError) -> Value {
    try Result(catching: value).mapError(ChangeError.failed).get()
  }

  func written<Answer: Sendable>(
    _ begin: (Roles, @escaping StoreCompletion<Answer>) -> Void
  ) throws(ChangeError) -> Answer {
    try read(waitForAnswer { begin(store, $0) })
  }
}

func found<Item>(
  _ item: Item?, orElse refusal: @autoclosure () -> ChangeRefusal
) throws(ChangeError) -> Item {
  guard let item else { throw .refused(refusal()) }
  return item
}

func decided<Value>(
  _ decide: @autoclosure () throws(ChangeRefusal) -> Value
) throws(ChangeError) -> Value {
  try Result(catching: decide).mapError(ChangeError.refused).get()
}

extension StoreChanges {
  /// The hosts to grant: those of the caller's reach that a site serves, or that were granted before.
  func granting(_ hosts: [String], besides former: [String] = []) -> GrantedHosts {
    var granted = authority.granting(hosts)
    guard let sites, !hosts.isEmpty else { return granted }
    granted.faults += granted.hosts
      .filter { !former.contains($0.description) && !sites.serves($0) }
      .map { FieldFault("hosts", sites.unserved($0)) }
    return granted
  }
}

extension AccountFault {
  static func faults(ofName name: String?) -> [FieldFault] {
    guard let name, let fault = DashboardPerson.fault(ofName: name) else { return [] }
    return [FieldFault("name", AccountFault.notName(name, fault))]
  }
}

extension ServiceSnapshot {
  /// Whether a site serves a host, or a host of a wildcard.
  package func serves(_ host: HostPattern) -> Bool {
    hostNames.compactMap { HostPattern($0) }.contains {
      $0 == host || $0.matches(host.description) || host.matches($0.description)
    }
  }

  fileprivate func unserved(_ host: HostPattern) -> LinkFault {
    let nearest = nearestName(to: host.description, among: hostNames)
    let hint = nearest.map(LinkFault.UnservedHint.nearest) ?? .choices(hostNames)
    return .unserved(host.description, hint)
  }
}

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
    let found = try read(store.sessions(of: isAdmin ? nil : own))
    return found.filter { $0.expires > now }.compactMap { session in
      guard let name = names[session.subject],
        session.subject == own || isAdmin && name.isWithin
      else { return nil }
      return SeenSession(session: session, name: name.text)
    }
  }

  package func endSession(_ id: String, own: String) throws(ChangeError) {
    let seen = try found(
      sessions(own: own).first { $0.id == id }, orElse: .sessionNotFound)
    _ = try written { $0.revokeSession(digest: seen.session.digest, completion: $1) }
  }

  /// Ends all sessions of a subject except the one with a digest.
  package func endSessions(of own: String, except kept: [UInt8]) throws(ChangeError) {
    for seen in try sessions(own: own)
    where seen.session.subject == own && seen.session.digest != kept {
      _ = try written { $0.revokeSession(digest: seen.session.digest, completion: $1) }
    }
  }

  /// Deletes one of the caller's own passkeys, unless it is the only one.
  package func removePasskey(_ id: String, of person: String) throws(ChangeError) {
    let passkey = try passkey(id, of: person)
    let isRemoved = try written {
      $0.removePasskey(
        credential: passkey.credential, of: person, by: actor, now: now, completion: $1)
    }
    guard isRemoved else { throw .refused(.lastPasskey) }
  }

  /// Names one of the caller's own passkeys; the name that it has already changes nothing.
  package func namePasskey(_ id: String, of person: String, _ name: String) throws(ChangeError) {
    if let fault = DashboardPerson.fault(ofName: name) {
      throw .refused(.invalid([FieldFault("name", AccountFault.notName(name, fault))]))
    }
    let passkey = try passkey(id, of: person)
    guard passkey.name != name else { return }
    let isNamed = try written {
      $0.namePasskey(
        credential: passkey.credential, of: person, name, by: actor, now: now, completion: $1)
    }
    guard isNamed else { throw .refused(.passkeyNotFound) }
  }

  private func passkey(_ id: String, of person: String) throws(ChangeError) -> Passkey {
    let own = try read(store.passkeys(of: person))
    return try found(own.first { $0.id == id }, orElse: .passkeyNotFound)
  }

  /// The names of the subjects of sessions, and whether they lie within the reach.
  private func names() throws(ChangeError) -> [String: (text: String, isWithin: Bool)] {
    let (tokens, people) = try read((store.tokens(), store.people()))
    var names: [String: (text: String, isWithin: Bool)] = [:]
    // A session ends with its token, though the store keeps it for a while.
    for token in tokens where token.revokedAt == nil && !token.hasExpired(at: now) {
      names[token.subject] = (token.name ?? token.id, authority.covers(token.reach))
    }
    for person in people {
      names[SessionSubject.person(id: person.id).text] = (
        person.name, authority.covers(person.reach)
      )
    }
    return names
  }
}
