import Cryptography
import JSONSyntax
package import LinkStorage
package import Links

/// A token to be made, as somebody has asked for it.
package struct TokenDraft: Equatable, Sendable {
  /// Nil for none.
  package var name: String?
  package var scopes: [TokenScope]
  /// None for all that the maker reaches.
  package var hosts: [String]
  /// A distance leads ahead; nil for a token without an end.
  package var expires: PointInTime?

  package init(
    name: String? = nil, scopes: [TokenScope], hosts: [String] = [], expires: PointInTime? = nil
  ) {
    self.name = name
    self.scopes = scopes
    self.hosts = hosts
    self.expires = expires
  }

  /// The token that comes of it, under an identifier and a digest.
  package func token(
    id: String, digest: [UInt8], by authority: Authority, at now: Timestamp
  ) throws(ChangeRefusal) -> APIToken {
    var (reach, faults) = authority.grants(hosts, to: name)
    faults += authority.faults(granting: scopes)
    if scopes.isEmpty {
      faults.append(FieldFault("scopes", AccountFault.tokenWithoutScopes))
    }
    let end = expires?.after(now)
    if let end, end <= now {
      faults.append(FieldFault("expires", AccountFault.inThePast(end)))
    }
    guard faults.isEmpty else { throw .invalid(faults) }
    return APIToken(
      id: id, digest: digest, name: name,
      scopes: TokenScope.allCases.filter(scopes.contains).map(\.rawValue), reach: reach,
      createdAt: now, expires: end)
  }
}

/// A token and its text, which nobody can tell again.
package struct MadeToken: Equatable, Sendable {
  package let token: APIToken
  package let text: String
}

extension StoreChanges {
  /// The tokens within the caller's reach, in the order of making.
  package func tokens() throws(ChangeError) -> [APIToken] {
    try seen(\.reach) { store throws(LinkStoreError) in try store.tokens() }
  }

  package func createToken(_ draft: TokenDraft) throws(ChangeError) -> MadeToken {
    try authority.require(.admin)
    guard let made = TokenText.generate() else { throw .refused(.noRandomness) }
    let token = try decided { () throws(ChangeRefusal) in
      try draft.token(id: made.id, digest: made.digest, by: authority, at: now)
    }
    guard try written({ $0.createToken(token, completion: $1) }) == .created else {
      throw .refused(.identifierTaken)
    }
    return MadeToken(token: token, text: made.text)
  }

  /// Takes a token's power, and that of the sessions it has begun, at once.
  @discardableResult
  package func revokeToken(_ id: String) throws(ChangeError) -> APIToken {
    let tokens = try tokens()
    let missing = ChangeRefusal.tokenNotFound(
      id, nearest: nearestName(to: id, among: tokens.map(\.id)))
    guard let token = tokens.first(where: { $0.id == id }) else { throw .refused(missing) }
    let now = now
    guard try written({ $0.revokeToken(id: id, now: now, completion: $1) }) == .revoked else {
      throw .refused(missing)
    }
    return token
  }
}
