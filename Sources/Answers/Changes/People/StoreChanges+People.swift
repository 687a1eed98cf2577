import Cryptography
package import JSONSyntax
package import LinkStorage
package import Links

package struct PersonDraft: Equatable, Sendable {
  package var name: String
  package var role: PersonRole
  /// The hosts to reach; empty for all that the caller reaches.
  package var hosts: [String]

  package init(name: String, role: PersonRole, hosts: [String] = []) {
    self.name = name
    self.role = role
    self.hosts = hosts
  }

  package func person(
    id: String, invitation: DashboardPerson.Invitation, reaching granted: GrantedHosts,
    by authority: Authority, at now: Timestamp
  ) throws(ChangeRefusal) -> DashboardPerson {
    var faults = granted.faults + AccountFault.faults(ofName: name)
    faults += authority.faults(granting: role)
    guard faults.isEmpty else { throw .invalid(faults) }
    return DashboardPerson(
      id: id, name: name, role: role, reach: granted.reach, createdAt: now, invitation: invitation)
  }
}

extension Authority {
  func faults(granting role: PersonRole) -> [FieldFault] {
    mayGrant(role) ? [] : [FieldFault("role", AccountFault.beyondOwnScopes(role.rawValue))]
  }
}

package struct InvitedPerson: Equatable, Sendable {
  package let person: DashboardPerson
  package let address: String
}

extension StoreChanges {
  /// The people within the caller's reach, in the order of creation.
  package func people() throws(ChangeError) -> [DashboardPerson] {
    try seen(store.people(), \.reach)
  }

  /// The numbers of passkeys by the identifiers of people; without those who have none.
  package func passkeyCounts() throws(ChangeError) -> [String: Int] {
    try authority.require(.admin)
    return try read(store.passkeyCounts())
  }

  /// Adds and invites a person.
  ///
  /// - Parameter origin: the origin of the dashboard; nil without one, in which case no passkey is
  ///   possible.
  package func addPerson(
    _ draft: PersonDraft, origin: String?
  ) throws(ChangeError) -> InvitedPerson {
    try authority.require(.admin)
    let (invitation, address) = try invitation(to: origin)
    guard let id = RandomBytes.base62(10) else { throw .refused(.noRandomness) }
    let person = try decided(
      draft.person(
        id: id, invitation: invitation, reaching: granting(draft.hosts), by: authority,
        at: now))
    guard try written({ $0.createPerson(person, by: actor, completion: $1) }) == .created else {
      throw .refused(.nameTaken(draft.name))
    }
    return InvitedPerson(person: person, address: address)
  }

  package func invite(_ id: String, origin: String?) throws(ChangeError) -> InvitedPerson {
    let person = try personOfOurs(id)
    let (invitation, address) = try invitation(to: origin)
    return InvitedPerson(person: try change(person, .invitation(invitation)), address: address)
  }

  /// Changes a person's role and hosts, effective from the next request even in existing sessions. A
  /// provider decides about the roles of its people.
  ///
  /// - Parameters:
  ///   - role: the new role; nil for the present one.
  ///   - hosts: the new hosts, empty for all that the caller reaches; nil for the present ones.
  @discardableResult
  package func changePerson(
    _ id: String, role: PersonRole? = nil, hosts: [String]? = nil
  ) throws(ChangeError) -> DashboardPerson {
    let person = try role == nil ? person(id) : personOfOurs(id)
    let granted = hosts.map { granting($0, besides: person.reach.names) }
    // Further hosts are the present role's there.
    let isWider = granted.map { !person.reach.covers($0.reach) } ?? false
    let faults = (role ?? (isWider ? person.role : nil)).map { authority.faults(granting: $0) }
    let all = (granted?.faults ?? []) + (faults ?? [])
    guard all.isEmpty else { throw .refused(.invalid(all)) }
    guard role != nil || granted != nil else { return person }
    return try change(person, .access(role, granted?.reach))
  }

  /// The person within the caller's reach with an identifier or, failing that, a name.
  package func person(named name: String) throws(ChangeError) -> DashboardPerson {
    let people = try people()
    return try found(
      people.first { $0.id == name } ?? people.first { $0.name == name },
      orElse: .personNotFound(name, nearest: nearestName(to: name, among: people.map(\.name))))
  }

  package func peopleDocument() throws(ChangeError) -> JSONOutput {
    let (people, counts) = (try people(), try passkeyCounts())
    let list = people.map { $0.document(passkeys: counts[$0.id] ?? 0) }
    return ["people": .array(list)]
  }

  /// The person whom the caller may remove.
  package func removable(_ id: String) throws(ChangeError) -> DashboardPerson {
    let person = try person(id)
    guard let provider = person.provider, !person.isRemovable(by: authority) else { return person }
    throw .refused(.comesBackUnbounded(person.name, provider: provider))
  }

  /// Removes a person with all passkeys and sessions.
  @discardableResult
  package func removePerson(_ id: String) throws(ChangeError) -> DashboardPerson {
    let person = try removable(id)
    return try changed(
      person, by: try written { $0.removePerson(id: id, by: actor, now: now, completion: $1) })
  }

  /// Stores a person as reported by an identity provider, with identifier, name and role; the reach
  /// stays as it is.
  ///
  /// - Returns: nil when another person has the name.
  package func keep(_ told: DashboardPerson) throws(ChangeError) -> DashboardPerson? {
    guard authority.mayGrant(told.role), authority.covers(told.reach) else {
      throw .refused(.personNotFound(told.id, nearest: nil))
    }
    // The person may be added or removed by another sign-in meanwhile, and is then looked at again.
    for _ in 0..<Self.attempts {
      let known = try read(store.person(id: told.id))
      guard let person = known else {
        let answer = try written { $0.createPerson(told, by: actor, completion: $1) }
        if answer == .created { return told }
        guard try read(store.person(id: told.id)) != nil else { return nil }
        continue
      }
      guard person.name != told.name || person.role != told.role else { return person }
      let edit = PersonEdit.told(name: told.name, role: told.role)
      switch try written({
        $0.changePerson(id: told.id, edit, by: actor, now: now, completion: $1)
      }) {
      case .done(let changed): return changed
      case .taken: return nil
      case .missing: continue
      }
    }
    return nil
  }

  private static let attempts = 3

  // MARK: - Parts

  private static let invitationSeconds = 7 * 86_400

  /// A new invitation, and the URL that contains its code.
  private func invitation(
    to origin: String?
  ) throws(ChangeError) -> (DashboardPerson.Invitation, address: String) {
    guard let origin else { throw .refused(.noOrigin) }
    let (code, digest) = try SignIns.makeSecret()
    let end = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + Self.invitationSeconds)
    return (
      DashboardPerson.Invitation(digest: digest, expires: end),
      "\(origin)/dashboard/join?code=\(code)"
    )
  }

  private func person(_ id: String) throws(ChangeError) -> DashboardPerson {
    try authority.require(.admin)
    let found = try read(store.person(id: id))
    guard let person = found, authority.covers(person.reach) else {
      throw .refused(.personNotFound(id, nearest: nil))
    }
    return person
  }

  /// A person who signs in with passkeys; the roles of others are decided by their provider.
  private func personOfOurs(_ id: String) throws(ChangeError) -> DashboardPerson {
    let person = try person(id)
    guard person.provider == nil else { throw .refused(.personNotFound(id, nearest: nil)) }
    return person
  }

  private func change(
    _ person: DashboardPerson, _ edit: PersonEdit
  ) throws(ChangeError) -> DashboardPerson {
    try changed(
      person,
      by: try written {
        $0.changePerson(id: person.id, edit, by: actor, now: now, completion: $1)
      })
  }

  /// The person as the store has changed or removed it.
  private func changed(
    _ person: DashboardPerson, by answer: PersonChange
  ) throws(ChangeError) -> DashboardPerson {
    switch answer {
    case .done(let changed): return changed
    case .missing: throw .refused(.personNotFound(person.id, nearest: nil))
    case .taken: throw .refused(.nameTaken(person.name))
    }
  }
}

extension DashboardPerson {
  /// Whether somebody who sees the person may remove them. Somebody of a provider comes back with the
  /// next sign-in there, and without the hosts to which they were limited.
  package func isRemovable(by authority: Authority) -> Bool {
    provider == nil || !authority.reach.isBounded
  }

  package func document(passkeys: Int) -> JSONOutput {
    [
      "id": .string(id), "name": .string(name), "role": .string(role.rawValue),
      "hosts": .strings(reach.names), "provider": .optional(provider), "passkeys": .int(passkeys),
      "createdAt": .string(createdAt.description),
      "invitedUntil": .optional(invitation?.expires.description),
    ]
  }
}

extension InvitedPerson {
  /// The JSON that is shown once, with the URL for creating a passkey.
  package var document: JSONOutput {
    [
      "id": .string(person.id), "name": .string(person.name), "role": .string(person.role.rawValue),
      "hosts": .strings(person.reach.names), "url": .string(address),
      "expires": .optional(person.invitation?.expires.description),
    ]
  }
}
