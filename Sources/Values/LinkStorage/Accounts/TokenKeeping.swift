package import Links

package protocol TokenKeeping: AnyObject, Sendable {
  /// The token with a SHA-256 digest, revoked or not; nil when there is none. *Local*: an engine over a
  /// network answers from a copy, which the feed keeps fresh.
  func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken?

  /// All tokens, in the order of creation.
  func tokens() throws(LinkStoreError) -> [APIToken]

  /// Creates a token; its audit entry has the token's time of creation.
  func createToken(
    _ token: APIToken, by actor: AuditActor, completion: @escaping StoreCompletion<TokenCreation>)

  /// Revokes a token; one that was revoked before keeps its time of revocation.
  func revokeToken(
    id: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<TokenRevocation>)

  /// Records when tokens were last used; earlier times and deleted tokens are ignored. The feed does
  /// not report it.
  func noteUses(_ uses: [TokenUse], completion: @escaping StoreCompletion<Void>)
}

package enum TokenCreation: Equatable, Sendable {
  case created
  /// A token with that identifier or digest exists.
  case taken
}

package enum TokenRevocation: Equatable, Sendable {
  case revoked, missing
}
