package import Links

/// Links that visitors take along by a code that they type into a new app. Nothing is known of the
/// visitors; of a code only its digest.
package protocol ClaimKeeping: AnyObject, Sendable {
  /// Keeps a link for the visitor who brings its code.
  func keepClaim(
    _ claim: Claim, now: Timestamp, completion: @escaping StoreCompletion<ClaimCreation>)

  /// Gives the link of a code, once; nil for an unknown code, and for one whose time is over.
  func takeClaim(
    digest: [UInt8], now: Timestamp, completion: @escaping StoreCompletion<Claim?>)
}

/// A link or a page that waits for its code.
package struct Claim: Equatable, Sendable {
  /// SHA-256 of the code.
  package var digest: [UInt8]
  /// The link that the code stands for; without a slug for a page.
  package var key: LinkKey
  /// The query of the visit, empty without one; for a page its path and query.
  package var query: String
  /// From this time on the code is void.
  package var expires: Timestamp

  /// Whether the code stands for a page of the host rather than a link.
  package var isPage: Bool { key.slug.isEmpty }

  package init(digest: [UInt8], key: LinkKey, query: String, expires: Timestamp) {
    self.digest = digest
    self.key = key
    self.query = query
    self.expires = expires
  }

  /// So many codes may wait at a time: of a thousand million that there are, so that a guess hits
  /// one in a hundred thousand at most.
  package static let countLimit = 10_000
}

/// The answer to `keepClaim`.
package enum ClaimCreation: Equatable, Sendable {
  case kept
  /// Another link waits for that code.
  case taken
  /// As many codes wait as there may be.
  case full
}
