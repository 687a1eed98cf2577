package import Links

/// Links that visitors carry into a newly installed app with a short code. Nothing is stored about the
/// visitors, and only the digest of each code.
package protocol ClaimKeeping: AnyObject, Sendable {
  /// Stores a link for the visitor who enters its code.
  func keepClaim(
    _ claim: Claim, now: Timestamp, completion: @escaping StoreCompletion<BoundedCreation>)

  /// Returns the link of a code, once; nil for an unknown or expired code.
  func takeClaim(
    digest: [UInt8], now: Timestamp, completion: @escaping StoreCompletion<Claim?>)
}

/// A link or page that waits for its code.
package struct Claim: Equatable, Sendable {
  /// SHA-256 of the code.
  package var digest: [UInt8]
  /// The link that the code stands for; the slug is empty for a page.
  package var key: LinkKey
  /// The query of the visit, empty for none; for a page, its path and query.
  package var query: String
  /// The time from which the code is void.
  package var expires: Timestamp

  /// Whether the code stands for a page of the host rather than a link.
  package var isPage: Bool { key.slug.isEmpty }

  package init(digest: [UInt8], key: LinkKey, query: String, expires: Timestamp) {
    self.digest = digest
    self.key = key
    self.query = query
    self.expires = expires
  }

  /// The maximum number of waiting codes. Of 10⁹ possible codes, a guess then hits one in a hundred
  /// thousand attempts at most.
  package static let countLimit = 10_000
}
