package import Links

/// The tokens of the management API.
package protocol TokenKeeping: AnyObject, Sendable {
  /// The token with that SHA-256 digest, revoked or not; nil when there is none. *Local*: an engine
  /// over a network answers from a copy, which the feed keeps fresh.
  func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken?

  /// Every token, in the order of making.
  func tokens() throws(LinkStoreError) -> [APIToken]

  func createToken(_ token: APIToken, completion: @escaping StoreCompletion<TokenCreation>)

  /// A token that is revoked already keeps its time.
  func revokeToken(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<TokenRevocation>)

  /// Notes when tokens were used last; a time that is not later than the one known changes nothing,
  /// nor does a token that is gone. No change that the feed tells of.
  func noteUses(_ uses: [TokenUse], completion: @escaping StoreCompletion<Void>)
}

/// The answer to `createToken`.
package enum TokenCreation: Equatable, Sendable {
  case created
  /// There is a token with that identifier or digest.
  case taken
}

/// The answer to `revokeToken`.
package enum TokenRevocation: Equatable, Sendable {
  case revoked, missing
}
