package import JSONSyntax
package import LinkStorage
package import WebSyntax

/// Who acts, and what that one may do to which hosts. Command line, API and pages ask it alone.
///
/// Nobody grants, sees or changes more than this.
package struct Authority: Equatable, Sendable {
  package let scopes: Set<TokenScope>
  package let reach: HostReach
  /// In whose name changes are entered.
  package let actor: AuditActor

  private init(_ scopes: Set<TokenScope>, _ reach: HostReach, _ actor: AuditActor) {
    self.scopes = scopes
    self.reach = reach
    self.actor = actor
  }

  /// The bearer of a token; one that was revoked allows nothing.
  package init(_ token: APIToken, actor: AuditActor) {
    let scopes = token.revokedAt == nil ? token.scopes.compactMap(TokenScope.init) : []
    self.init(Set(scopes), token.reach, actor)
  }

  /// Somebody who has signed in as a person.
  package init(_ person: Person) {
    self.init(
      Set(person.role.scopes), person.reach,
      AuditActor(.person, id: person.id, name: person.name))
  }

  /// The command line and the service itself, whose configuration decides everything.
  package static func everything(as actor: AuditActor) -> Authority {
    Authority([.admin], .everywhere, actor)
  }

  package func may(_ scope: TokenScope) -> Bool {
    scopes.contains(scope) || scopes.contains(.admin)
  }

  package func mayGrant(_ role: PersonRole) -> Bool { role.scopes.allSatisfy(may) }

  /// Whether links of a host lie within.
  package func covers(_ host: String) -> Bool { reach.covers(host) }

  /// Whether what has that reach is this one's to see and to change. What reaches only partly
  /// beyond lies beyond.
  package func covers(_ other: HostReach) -> Bool { reach.covers(other) }

  package func require(_ scope: TokenScope) throws(ChangeError) {
    guard may(scope) else {
      throw .refused(.insufficientScope(scope))
    }
  }
}

// MARK: - Granting

extension Authority {
  /// The hosts that something may reach which is made or changed now; none asked for mean the own.
  ///
  /// - Parameter names: as somebody has written them.
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

  /// What is wrong with a wish for scopes.
  func faults(granting wanted: [TokenScope]) -> [FieldFault] {
    wanted.filter { !may($0) }.map {
      FieldFault("scopes", AccountFault.beyondOwnScopes($0.rawValue))
    }
  }
}

/// The hosts that are granted, and why others are not.
package struct GrantedHosts: Equatable, Sendable {
  /// None for every host.
  package var hosts: [HostPattern] = []
  package var faults: [FieldFault] = []

  package var reach: HostReach { HostReach(hosts) }
}
