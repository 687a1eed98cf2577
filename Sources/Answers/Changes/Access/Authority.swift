package import JSONSyntax
package import LinkStorage
package import Links
package import WebSyntax

/// The author of a call, with the scopes and hosts they may use: the only authorisation rule of the
/// command line, the API and the pages.
///
/// Its holder cannot grant, see or change more than this.
package struct Authority: Equatable, Sendable {
  package let scopes: Set<TokenScope>
  package let reach: HostReach
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

package struct GrantedHosts: Equatable, Sendable {
  package var hosts: [HostPattern] = []
  package var faults: [FieldFault] = []

  package var reach: HostReach { HostReach(hosts) }
}

/// A fault of a token or a person: an invalid value, or a right that cannot be granted.
package enum AccountFault: TableSentence {
  case notHost(String)
  /// The host is not among those of the caller.
  case hostOutOfReach(String, within: [String])
  case beyondOwnScopes(String)
  case tokenWithoutScopes
  case notTime(String)
  case inThePast(Timestamp)
  case notName(String, DashboardPerson.NameFault)
  case notRole
  /// A token for apps has another scope as well; or no host, several, or a wildcard.
  case notAlone, notOneHost
  /// The site of a token for apps does not say where its links may lead.
  case noDestinationHosts(String)
  case onlyForApps
  case notLength(String)

  package var times: [String] {
    if case .inThePast(let time) = self { [time.description] } else { [] }
  }

  package var told: Sentence {
    switch self {
    case .notHost(let text):
      "'\(text.prefix(100))' is not a host: expected one such as www.example.com"
    case .hostOutOfReach(let host, let names):
      "you have no access to the host '\(host)': expected "
        + (names.isEmpty ? "none" : "hosts within \(names.joined(separator: ", "))")
    case .beyondOwnScopes(let name):
      "'\(name)' is more than you may grant: expected what you have yourself"
    case .tokenWithoutScopes: "choose at least one scope, such as links:read"
    case .notTime(let text):
      "'\(text.prefix(100))' is not a time: expected one such as 2026-11-21, "
        + "2026-11-21T00:00:00Z or 7d"
    case .inThePast(let time): "\(time) is in the past: expected a later time"
    case .notName(_, .empty): "the name is missing: expected one such as Mika"
    case .notName(let text, let fault): "'\(text.prefix(100))' is not a name: \(fault)"
    case .notRole: "expected viewer, editor or admin"
    case .notAlone: "'links:create' stands alone: expected no other scope beside it"
    case .notOneHost:
      "a token with 'links:create' makes links on one host: expected that host, such as "
        + "www.example.com"
    case .noDestinationHosts(let host):
      "the site of '\(host)' has no 'destinationHosts': expected the hosts that links made in apps may "
        + "lead to, since everybody can take a token out of an app"
    case .onlyForApps: "only a token with 'links:create' has it: expected that scope, or no value"
    case .notLength(let text):
      "'\(text.prefix(100))' is not a length of time: expected one such as 90d or 12h"
    }
  }
}
