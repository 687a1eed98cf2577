package import JSONSyntax
package import LinkStorage
package import WebSyntax

/// The author of a call, with the scopes and hosts they may use: the only authorisation rule of the
/// command line, the API and the pages.
///
/// Its holder cannot grant, see or change more than this.
package struct Authority: Equatable, Sendable {
  package let scopes: Set<TokenScope>
  /// The hosts whose links the author may see and change.
  package let reach: HostReach
  /// The author of changes in the audit log.
  package let actor: AuditActor

  private init(_ scopes: Set<TokenScope>, _ reach: HostReach, _ actor: AuditActor) {
    self.scopes = scopes
    self.reach = reach
    self.actor = actor
  }

  /// The authority of a token's bearer; a revoked token allows nothing. The caller checks its expiry.
  package init(_ token: APIToken) {
    let scopes = token.revokedAt == nil ? token.scopes.compactMap(TokenScope.init) : []
    self.init(Set(scopes), token.reach, token.actor)
  }

  package init(_ person: DashboardPerson) {
    self.init(
      Set(person.role.scopes), person.reach,
      AuditActor(.person, id: person.id, name: person.name))
  }

  /// The authority of an app with a token of the scope `links:create`: it writes, but nobody asks it to do
  /// more than to create links.
  package static func app(_ token: APIToken) -> Authority {
    var actor = token.actor
    actor.isSummed = true
    return Authority([.writeLinks], token.reach, actor)
  }

  /// The authority of the command line and of the service itself, whose configuration decides
  /// everything.
  package static func everything(as actor: AuditActor) -> Authority {
    Authority([.admin], .everywhere, actor)
  }

  /// Whether the author has a scope; `admin` includes all others.
  package func may(_ scope: TokenScope) -> Bool {
    scopes.contains(scope) || scopes.contains(.admin)
  }

  /// Whether the author has every scope of a role, and so may grant it.
  package func mayGrant(_ role: PersonRole) -> Bool { role.scopes.allSatisfy(may) }

  package func covers(_ host: String) -> Bool { reach.covers(host) }

  /// Whether the author may see and change something with another reach. Partial overlap is not enough.
  package func covers(_ other: HostReach) -> Bool { reach.covers(other) }

  package func require(_ scope: TokenScope) throws(ChangeError) {
    guard may(scope) else {
      throw .refused(.insufficientScope(scope))
    }
  }
}

// MARK: - Granting

extension Authority {
  /// The hosts to grant to something that is created or changed; an empty list means the author's own.
  package func granting(_ names: [String]) -> GrantedHosts {
    var granted = GrantedHosts()
    for name in names {
      guard let host = HostPattern(name) else {
        granted.faults.append(FieldFault("hosts", AccountFault.notHost(name)))
        continue
      }
      guard covers(host.description) else {
        granted.faults.append(
          FieldFault(
            "hosts", AccountFault.hostOutOfReach("\(host)", within: reach.names)))
        continue
      }
      if !granted.hosts.contains(host) { granted.hosts.append(host) }
    }
    if names.isEmpty { granted.hosts = reach.patterns ?? [] }
    return granted
  }

  /// Why the author may not grant scopes; empty when that is allowed.
  func faults(granting wanted: [TokenScope]) -> [FieldFault] {
    wanted.filter { !may($0) }.map {
      FieldFault("scopes", AccountFault.beyondOwnScopes($0.rawValue))
    }
  }
}

/// The hosts to grant, and why others cannot be.
package struct GrantedHosts: Equatable, Sendable {
  /// The patterns of the hosts; empty for every host.
  package var hosts: [HostPattern] = []
  /// One fault for each host that cannot be granted.
  package var faults: [FieldFault] = []

  package var reach: HostReach { HostReach(hosts) }
}
