package import Links

/// A token of the management API, of which only the digest is stored.
package struct APIToken: Equatable, Sendable {
  /// The identifier for people and logs; not secret.
  package var id: String
  /// SHA-256 of the token.
  package var digest: [UInt8]
  /// The name for people; nil for none.
  package var name: String?
  /// The scopes, such as `links:read`, in the order they were given.
  package var scopes: [String]
  package var reach: HostReach
  package var createdAt: Timestamp
  /// The time from which the token allows nothing; nil for one that does not expire.
  package var expires: Timestamp?
  /// The time of its last use, to the minute and recorded with some delay; nil before the first use.
  package var usedAt: Timestamp?
  /// The time of its revocation; nil for a valid token.
  package var revokedAt: Timestamp?
  /// What the token may make from apps; nil for every token without the scope `links:create`.
  package var making: LinkMaking?

  package init(
    id: String, digest: [UInt8], name: String?, scopes: [String], reach: HostReach = .everywhere,
    createdAt: Timestamp, expires: Timestamp? = nil, usedAt: Timestamp? = nil,
    revokedAt: Timestamp? = nil, making: LinkMaking? = nil
  ) {
    self.id = id
    self.digest = digest
    self.name = name
    self.scopes = scopes
    self.reach = reach
    self.createdAt = createdAt
    self.expires = expires
    self.usedAt = usedAt
    self.revokedAt = revokedAt
    self.making = making
  }

  /// The subject of sessions signed in with the token.
  package var subject: String { SessionSubject.token(digest: digest).text }

  package func hasExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }
}

/// What a token makes that apps carry, and that everybody may therefore know.
package struct LinkMaking: Equatable, Sendable {
  /// The number of links in an hour for each household; the token as a whole has `households` times
  /// as many.
  package let perHour: Int
  /// The seconds after which each link ends; nil for links without an end.
  package let lifetime: Int?

  package static let perHourRange = 1...1000
  /// The number of households whose allowance a token has.
  package static let households = 100

  /// - Parameter perHour: nil for the usual number.
  package init(perHour: Int? = nil, lifetime: Int? = nil) {
    self.perHour = perHour ?? 60
    self.lifetime = lifetime
  }

  /// The lifetime as people write it, such as `90d`; nil for none.
  package var lifetimeText: String? {
    lifetime.map { $0.isMultiple(of: 86_400) ? "\($0 / 86_400)d" : "\($0 / 3600)h" }
  }
}

/// A permission of a token of the management API.
package enum TokenScope: String, CaseIterable, Sendable {
  case readLinks = "links:read"
  case writeLinks = "links:write"
  /// The making of links by apps, on the public listeners alone, and by a token with no other scope.
  case createLinks = "links:create"
  case readStatistics = "stats:read"
  case writeLaunches = "launches:write"
  case writeNotifications = "notifications:write"
  case sendNotifications = "notifications:send"
  /// Everything.
  case admin
}

extension APIToken {
  /// Whether the token has a scope; a revoked one has none.
  package func allows(_ scope: TokenScope) -> Bool {
    revokedAt == nil
      && scopes.contains { $0 == scope.rawValue || $0 == TokenScope.admin.rawValue }
  }
}

package protocol TokenKeeping: AnyObject, Sendable {
  /// The token with a SHA-256 digest, revoked or not; nil when there is none. *Local*: an engine over a
  /// network answers from a copy, which the feed keeps fresh.
  func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken?

  /// All tokens, in the order of creation.
  func tokens() throws(LinkStoreError) -> [APIToken]

  /// Creates a token; its audit entry has the token's time of creation.
  func createToken(
    _ token: APIToken, by actor: AuditActor, completion: @escaping StoreCompletion<UniqueCreation>)

  /// Revokes a token; one that was revoked before keeps its time of revocation. The answer says whether
  /// there is the token.
  func revokeToken(
    id: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Bool>)

  /// Records when tokens were last used, by their identifiers; earlier times and deleted tokens are
  /// ignored. The feed does not report it.
  func noteUses(_ uses: [String: Timestamp], completion: @escaping StoreCompletion<Void>)
}
