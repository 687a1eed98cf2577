package import Links

/// Something that changes a store.
package enum LinkWrite: Sendable {
  /// A new link; its times are `now` where it has none of its own. Answers `created`, `taken`,
  /// `found`, `remembered` or `keyReused`.
  case create(ShortLink, CreationTerms, now: Timestamp)
  /// Puts a link in the place of the one with the same host and slug. The creation time stays.
  /// With a revision, only when nobody has changed the link since. Answers `updated`, `missing` or
  /// `overtaken`.
  case update(ShortLink, revision: Int?, now: Timestamp)
  /// Answers `deleted`, `missing` or `overtaken`. The link's clicks go with it.
  case delete(LinkKey, revision: Int?)
  /// Makes the store agree with each of the links, all in one transaction; answers `applied`.
  /// Later ones of the same place win. A dry run answers alike and changes nothing.
  case apply([ShortLink], now: Timestamp, dryRun: Bool)
  /// Adds to the counters; answers `done`.
  case count([ClickCount], [LaunchCount])
  /// Counts launches that apps report, each identifier once; answers `reported`.
  case report([LaunchReport], now: Timestamp)
  /// Answers `done`, or `taken` when there is a token of that identifier or digest.
  case createToken(APIToken)
  /// Answers `done` or `missing`; a token that is revoked stays as it is.
  case revokeToken(id: String, now: Timestamp)
  /// Forgets the idempotency keys of before that time; answers `done`.
  case forgetIdempotencyKeys(before: Timestamp)
  /// Forgets the identifiers of launches that were reported before that time; answers `done`.
  case forgetLaunches(before: Timestamp)
  /// Changes nothing, and yet reaches the disk: to see whether it takes writes. Answers `done`.
  case probe
}

/// On which terms a link is made.
package struct CreationTerms: Equatable, Sendable {
  /// Whether a link that differs in nothing but slug and times is given back in place of a new one.
  package var findsExisting: Bool
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
  /// Of the request: the same key with another request is a mistake.
  package var digest: [UInt8]

  package init(text: String, digest: [UInt8]) {
    self.text = text
    self.digest = digest
  }
}

/// What a write has come to.
package enum LinkWriteAnswer: Equatable, Sendable {
  case created(StoredLink)
  /// The place, the identifier or the digest belongs to another.
  case taken
  /// `findsExisting`: this link is as wanted already.
  case found(StoredLink)
  /// The idempotency key was used for the same request before: what it made, nil when that is gone.
  case remembered(StoredLink?)
  /// The idempotency key was used for another request.
  case keyReused
  case updated(StoredLink)
  case deleted
  case missing
  /// Somebody else has changed it: as it is now.
  case overtaken(StoredLink)
  /// What became of each link, in the order they were given.
  case applied([AppliedChange])
  /// How many launches were counted; the others had been before.
  case reported(Int)
  case done
}

package enum AppliedChange: String, Equatable, Sendable {
  case created, updated, unchanged
}
