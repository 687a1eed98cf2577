import Cryptography
package import JSONSyntax
package import LinkStorage
package import Links
package import SiteModel

package struct TokenDraft: Equatable, Sendable {
  package var name: String?
  package var scopes: [TokenScope]
  /// The hosts to reach; empty for all that the caller reaches.
  package var hosts: [String]
  /// The expiry, where a distance counts from now on; nil for none.
  package var expires: PointInTime?
  /// The number of links that apps may make with the token in an hour for each household; nil for the
  /// usual one.
  package var perHour: Int?
  /// How long these links live, such as `90d`; nil for links without an end.
  package var lifetime: String?

  package init(
    name: String? = nil, scopes: [TokenScope], hosts: [String] = [], expires: PointInTime? = nil,
    perHour: Int? = nil, lifetime: String? = nil
  ) {
    self.name = name
    self.scopes = scopes
    self.hosts = hosts
    self.expires = expires
    self.perHour = perHour
    self.lifetime = lifetime
  }

  /// The token to store, with an identifier and a digest. Apps may make links on one of the sites.
  package func token(
    id: String, digest: [UInt8], reaching granted: GrantedHosts, by authority: Authority,
    in sites: ServiceSnapshot? = nil, at now: Timestamp
  ) throws(ChangeRefusal) -> APIToken {
    var faults = granted.faults + AccountFault.faults(ofName: name)
    faults += authority.faults(granting: scopes)
    if scopes.isEmpty {
      faults.append(FieldFault("scopes", AccountFault.tokenWithoutScopes))
    }
    let end = expires?.after(now)
    if let end, end <= now {
      faults.append(FieldFault("expires", AccountFault.inThePast(end)))
    }
    let making = makingFaults(on: granted.reach, sites?.siteTable ?? SiteTable([SiteRules]()))
    // A host that may not be granted at all is told once.
    faults += making.filter { $0.field != "hosts" || granted.faults.isEmpty }
    guard faults.isEmpty else { throw .invalid(faults) }
    return APIToken(
      id: id, digest: digest, name: name,
      scopes: TokenScope.allCases.filter(scopes.contains).map(\.rawValue), reach: granted.reach,
      createdAt: now, expires: end,
      making: scopes.contains(.createLinks)
        ? LinkMaking(perHour: perHour, lifetime: seconds) : nil)
  }

  private var seconds: Int? {
    if case .distance(let seconds)? = lifetime.flatMap({ PointInTime($0) }) { seconds } else { nil }
  }

  /// Why apps may not carry the token. Everybody can take it out of an app, so it makes links on one
  /// host, to destinations that its site names.
  private func makingFaults(on reach: HostReach, _ sites: SiteTable) -> [FieldFault] {
    guard scopes.contains(.createLinks) else {
      let given = [perHour == nil ? nil : "perHour", lifetime == nil ? nil : "lifetime"]
      return given.compactMap(\.self).map { FieldFault($0, AccountFault.onlyForApps) }
    }
    var faults: [FieldFault] = []
    if Set(scopes).count > 1 { faults.append(FieldFault("scopes", AccountFault.notAlone)) }
    if let perHour, !LinkMaking.perHourRange.contains(perHour) {
      let fault = ValueFault.outOfRange(String(perHour), LinkMaking.perHourRange)
      faults.append(FieldFault("perHour", fault))
    }
    if let lifetime, seconds == nil {
      faults.append(FieldFault("lifetime", AccountFault.notLength(lifetime)))
    }
    guard let host = reach.soleHost else {
      return faults + [FieldFault("hosts", AccountFault.notOneHost)]
    }
    guard let site = sites.site(of: host) else {
      return faults + [FieldFault("hosts", sites.unserved(host))]
    }
    guard site.destinationHosts == nil else { return faults }
    return faults + [FieldFault("hosts", AccountFault.noDestinationHosts(host))]
  }
}

package struct MadeToken: Equatable, Sendable {
  package let token: APIToken
  package let text: String
}

extension StoreChanges {
  /// The tokens within the caller's reach, in the order of creation.
  package func tokens() throws(ChangeError) -> [APIToken] {
    try seen(store.tokens(), \.reach)
  }

  package func createToken(_ draft: TokenDraft) throws(ChangeError) -> MadeToken {
    try authority.require(.admin)
    guard let made = TokenText.generate() else { throw .refused(.noRandomness) }
    let token = try decided(
      draft.token(
        id: made.id, digest: made.digest, reaching: granting(draft.hosts), by: authority,
        in: sites, at: now))
    guard try written({ $0.createToken(token, by: actor, completion: $1) }) == .created else {
      throw .refused(.identifierTaken)
    }
    return MadeToken(token: token, text: made.text)
  }

  /// Revokes a token and ends its sessions at once.
  @discardableResult
  package func revokeToken(_ id: String) throws(ChangeError) -> APIToken {
    let tokens = try tokens()
    let missing = ChangeRefusal.tokenNotFound(
      id, nearest: nearestName(to: id, among: tokens.map(\.id)))
    let token = try found(tokens.first { $0.id == id }, orElse: missing)
    let isRevoked = try written { $0.revokeToken(id: id, by: actor, now: now, completion: $1) }
    guard isRevoked else { throw .refused(missing) }
    return token
  }
}

extension APIToken {
  /// The JSON for commands and API calls, without the digest.
  package var document: JSONOutput {
    [
      "id": .string(id), "name": .optional(name), "scopes": .strings(scopes),
      "hosts": .strings(reach.names), "createdAt": .string(createdAt.description),
      "expires": .optional(expires?.description), "usedAt": .optional(usedAt?.description),
      "revokedAt": .optional(revokedAt?.description),
    ] + makingMembers
  }

  /// What apps may make with the token; empty for one that is not for apps.
  fileprivate var makingMembers: JSONOutput {
    guard let making else { return [:] }
    return ["perHour": .int(making.perHour), "lifetime": .optional(making.lifetimeText)]
  }
}

extension MadeToken {
  /// The JSON that is shown once, with the token's text.
  package var document: JSONOutput {
    let bounds: JSONOutput = [
      "hosts": token.reach.isBounded ? .strings(token.reach.names) : .null,
      "expires": .optional(token.expires?.description),
    ]
    return ["id": .string(token.id), "token": .string(text), "scopes": .strings(token.scopes)]
      + bounds.withoutNulls + token.makingMembers
  }
}
