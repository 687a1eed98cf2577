/// On which terms a link is made.
package struct CreationTerms: Equatable, Sendable {
  /// Whether a link that differs in nothing but slug and times is given back in place of a new one.
  package var findsExisting: Bool
  /// Makes a repeated request safe; nil when the caller gives none.
  package var idempotencyKey: IdempotencyKey?

  package init(findsExisting: Bool = false, idempotencyKey: IdempotencyKey? = nil) {
    self.findsExisting = findsExisting
    self.idempotencyKey = idempotencyKey
  }
}

/// What lets a caller repeat a request whose answer was lost
/// (draft-ietf-httpapi-idempotency-key-header).
package struct IdempotencyKey: Equatable, Sendable {
  /// The caller's text, by convention preceded by the token's identifier.
  package var text: String
  /// The digest of the request: the same key with another request is a mistake.
  package var digest: [UInt8]

  package init(text: String, digest: [UInt8]) {
    self.text = text
    self.digest = digest
  }
}

/// The answer to `create`.
package enum Creation: Equatable, Sendable {
  case created(StoredLink)
  /// Another link has the place.
  case taken
  /// `findsExisting`: this link is as wanted already.
  case found(StoredLink)
  /// The idempotency key was used for the same request before: what it made, nil when that is gone.
  case remembered(StoredLink?)
  /// The idempotency key was used for another request.
  case keyReused
}

/// The answer to `update`.
package enum Update: Equatable, Sendable {
  case updated(StoredLink)
  case missing
  /// The link has another revision: as it is now.
  case overtaken(StoredLink)
}

/// The answer to `delete`.
package enum Deletion: Equatable, Sendable {
  case deleted
  case missing
  /// The link has another revision: as it is now.
  case overtaken(StoredLink)
}

/// What `apply` has done with one link.
package enum AppliedChange: String, Equatable, Sendable {
  case created, updated, unchanged, removed
  /// The link does not give way, by the rule of the change, and stays as it is.
  case kept
}
