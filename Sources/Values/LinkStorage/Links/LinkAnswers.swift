package import Links

package struct CreationTerms: Equatable, Sendable {
  /// Whether to return an existing link that differs only in slug and times, instead of creating one.
  package var findsExisting: Bool
  /// Makes repeating the request safe; nil when the caller sent none.
  package var idempotencyKey: IdempotencyKey?
  /// The keys under which no link may be when this one is created, see `OtherHomes`.
  package var otherHomes: [LinkKey]

  package init(
    findsExisting: Bool = false, idempotencyKey: IdempotencyKey? = nil, otherHomes: [LinkKey] = []
  ) {
    self.findsExisting = findsExisting
    self.idempotencyKey = idempotencyKey
    self.otherHomes = otherHomes
  }
}

/// Returns the keys with the same slug on the other hosts of a site, which share one set of links: a link
/// under one of them keeps a new one from being created.
package typealias OtherHomes = @Sendable (LinkKey) -> [LinkKey]

/// A key with which a caller can repeat a request whose answer was lost
/// (draft-ietf-httpapi-idempotency-key-header).
package struct IdempotencyKey: Equatable, Sendable {
  /// The caller's key, by convention preceded by the token's identifier.
  package var text: String
  /// The digest of the request: the same key with a different request is a mistake.
  package var digest: [UInt8]
  /// The seconds after which the key stands for a new request; nil for one that is valid until the store
  /// forgets it.
  package var seconds: Int?
  /// A further key of the request, if it has one: the first key that is known decides.
  package var next: [IdempotencyKey] = []

  package init(text: String, digest: [UInt8], seconds: Int? = nil) {
    self.text = text
    self.digest = digest
    self.seconds = seconds
  }
}

package enum Creation: Equatable, Sendable {
  case created(StoredLink)
  /// Another link has that host and slug.
  case taken
  /// A link under one of the `otherHomes` has that slug.
  case takenElsewhere(LinkKey)
  /// The answer with `findsExisting` if an existing link is already as requested.
  case found(StoredLink)
  /// The key was used for the same request before. Holds the link that it created; nil when that is
  /// gone.
  case remembered(StoredLink?)
  /// The key was used for a different request.
  case keyReused
}

package enum Update: Equatable, Sendable {
  case updated(StoredLink)
  case missing
  /// The link has another revision; holds its current state.
  case overtaken(StoredLink)
}

package enum Deletion: Equatable, Sendable {
  case deleted
  case missing
  /// The link has another revision; holds its current state.
  case overtaken(StoredLink)
}

package enum AppliedChange: Equatable, Sendable {
  case created, updated, unchanged, removed
  /// The link was not created, since there is one in another of its homes.
  case takenElsewhere(LinkKey)
  /// The link was left as it is, by the rule of the change.
  case kept
}
