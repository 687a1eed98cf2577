package import Links
import WebSyntax

/// A token of the management API: only its digest is known.
package struct APIToken: Equatable, Sendable {
  /// By which people and logs call it; no secret.
  package var id: String
  /// SHA-256 of the token.
  package var digest: [UInt8]
  package var name: String?
  /// Such as `links:read`, in the order they were given.
  package var scopes: [String]
  package var reach: HostReach
  package var createdAt: Timestamp
  /// From this time on the token allows nothing; nil for one without an end.
  package var expires: Timestamp?
  /// When it was used last, to the minute and written a little later; nil before the first use.
  package var usedAt: Timestamp?
  package var revokedAt: Timestamp?

  package init(
    id: String, digest: [UInt8], name: String?, scopes: [String], reach: HostReach = .everywhere,
    createdAt: Timestamp, expires: Timestamp? = nil, usedAt: Timestamp? = nil,
    revokedAt: Timestamp? = nil
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
  }

  /// The subject of the sessions of its bearer.
  package var subject: String { "token:" + Hexadecimal.text(digest) }

  /// Whether the token has come to its end.
  package func hasExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }
}
