package import Links

/// A token of the management API: only its digest is known.
package struct APIToken: Equatable, Sendable {
  /// By which people and logs call it; no secret.
  package var id: String
  /// SHA-256 of the token.
  package var digest: [UInt8]
  package var name: String?
  /// Such as `links:read`, in the order they were given.
  package var scopes: [String]
  package var createdAt: Timestamp
  package var revokedAt: Timestamp?

  package init(
    id: String, digest: [UInt8], name: String?, scopes: [String], createdAt: Timestamp,
    revokedAt: Timestamp? = nil
  ) {
    self.id = id
    self.digest = digest
    self.name = name
    self.scopes = scopes
    self.createdAt = createdAt
    self.revokedAt = revokedAt
  }
}
