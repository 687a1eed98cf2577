package import JSONSyntax
package import LinkStorage
import Links
package import SiteModel
import WebSyntax

extension APIToken {
  /// The JSON for commands and API calls, without the digest.
  package var document: JSONOutput {
    .object([
      .init("id", .string(id)), .init("name", .optional(name)), .init("scopes", .strings(scopes)),
      .init("hosts", .strings(reach.names)), .init("createdAt", .string(createdAt.description)),
      .init("expires", .optional(expires?.description)),
      .init("usedAt", .optional(usedAt?.description)),
      .init("revokedAt", .optional(revokedAt?.description)),
    ])
  }
}

extension MadeToken {
  /// The JSON that is shown once, with the token's text.
  ///
  /// - Parameter sites: the sites of the hosts; the document warns of hosts that none of them serves.
  package func document(in sites: ServiceSnapshot) -> JSONOutput {
    var members: [JSONOutput.Member] = [
      .init("id", .string(token.id)), .init("token", .string(text)),
      .init("scopes", .strings(token.scopes)),
    ]
    if token.reach.isBounded { members.append(.init("hosts", .strings(token.reach.names))) }
    if let expires = token.expires {
      members.append(.init("expires", .string(expires.description)))
    }
    return .object(members + sites.warnings(about: token.reach))
  }
}

extension ServiceSnapshot {
  /// The member `warnings` for the hosts of a token or person that no site serves; empty without any.
  func warnings(about reach: HostReach) -> [JSONOutput.Member] {
    let own = hostNames.compactMap { HostPattern($0) }
    let unserved = (reach.patterns ?? []).filter { granted in
      !own.contains {
        $0 == granted || $0.matches(granted.description) || granted.matches($0.description)
      }
    }
    guard !unserved.isEmpty else { return [] }
    let warnings = unserved.map { host in
      JSONOutput.object([
        .init("field", .string("hosts")),
        .init("message", .string(siteTable.unserved(host.description).english)),
      ])
    }
    return [.init("warnings", .array(warnings))]
  }
}
