package import LinkStorage
package import Links
package import PostgresStore
import SQLStorage

/// Management calls and everything that is not for visitors use the database directly.
extension NodeStore: SQLStore {
  package typealias SharedConnection = PostgresStore.SharedConnection

  package var origin: Int { database.origin }

  package func reading<Answer>(
    _ body: (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) throws(LinkStoreError) -> Answer {
    try database.reading(body)
  }

  package func writing<Answer: Sendable>(
    isDurable: Bool, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) {
    database.writing(isDurable: isDurable, completion, body)
  }
}

/// Changes are answered only once the copy has them.
extension NodeStore {
  package func create(
    _ link: ShortLink, _ terms: CreationTerms, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Creation>
  ) {
    database.create(link, terms, by: actor, now: now, completion: afterCopying(completion))
  }

  package func update(
    _ link: ShortLink, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Update>
  ) {
    database.update(
      link, revision: revision, by: actor, now: now, completion: afterCopying(completion))
  }

  package func delete(
    _ key: LinkKey, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Deletion>
  ) {
    database.delete(
      key, revision: revision, by: actor, now: now, completion: afterCopying(completion))
  }

  package func apply(
    _ links: [ShortLink], removing: [LinkKey], of owner: String, by actor: AuditActor,
    now: Timestamp, completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    database.apply(
      links, removing: removing, of: owner, by: actor, now: now,
      completion: afterCopying(completion))
  }

  package func apply(
    _ links: [ShortLink], overwritesEdits: Bool, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    database.apply(
      links, overwritesEdits: overwritesEdits, by: actor, now: now,
      completion: afterCopying(completion))
  }

  package func revert(
    _ reversals: [LinkReversal], by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[Bool]>
  ) {
    database.revert(reversals, by: actor, now: now, completion: afterCopying(completion))
  }

  package func keep(_ history: HistoryRetention) {
    database.keep(history)
  }

  // MARK: - Tokens

  package func createToken(
    _ token: APIToken, by actor: AuditActor, completion: @escaping StoreCompletion<TokenCreation>
  ) {
    database.createToken(token, by: actor, completion: afterCopying(completion))
  }

  package func revokeToken(
    id: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<TokenRevocation>
  ) {
    database.revokeToken(id: id, by: actor, now: now, completion: afterCopying(completion))
  }

  // MARK: - Sessions

  package func session(digest: [UInt8]) throws(LinkStoreError) -> Session? {
    try knownSessions.session(digest: digest, isVouched: standing.vouches) {
      () throws(LinkStoreError) in
      try database.session(digest: digest)
    }
  }

  package func touchSession(
    digest: [UInt8], now: Timestamp, expires: Timestamp,
    completion: @escaping StoreCompletion<SessionChange>
  ) {
    database.touchSession(
      digest: digest, now: now, expires: expires, completion: forgetting(digest, completion))
  }

  package func revokeSession(
    digest: [UInt8], completion: @escaping StoreCompletion<SessionChange>
  ) {
    database.revokeSession(digest: digest, completion: forgetting(digest, completion))
  }

  private func forgetting(
    _ digest: [UInt8], _ completion: @escaping StoreCompletion<SessionChange>
  ) -> StoreCompletion<SessionChange> {
    { [knownSessions] result in
      knownSessions.forget(digest: digest)
      completion(result)
    }
  }

  // MARK: - Feed

  /// The changes that the copy has applied: caches in front of it follow the copy, not the
  /// database.
  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    follower.applied(since: cursor)
  }

  package func onChanges(_ body: @escaping @Sendable () -> Void) {
    follower.onApplied(body)
  }

  package func awaitCopies(
    milliseconds: Int, completion: @escaping @Sendable ([String]) -> Void
  ) {
    follower.awaitNodes(milliseconds: milliseconds, completion: completion)
  }
}
