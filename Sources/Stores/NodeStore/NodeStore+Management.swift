package import LinkStorage
package import Links
package import PostgresStore
package import SQLStorage

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
    _ kind: SQLWrite, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) {
    guard kind == .readBack else { return database.writing(kind, completion, body) }
    if let refusal = standing.refusal { return completion(.failure(refusal)) }
    database.writing(kind, afterCopying(completion), body)
  }

  /// The answer waits until the copy has the changes. A node whose copy stands still makes none: its
  /// visitors would not see them.
  package func changingLinks<Answer: Sendable>(
    upTo count: Int, by actor: AuditActor, _ completion: @escaping StoreCompletion<Answer>,
    _ body:
      @escaping @Sendable (SharedConnection) throws(SharedConnection.Failure) -> (
        Answer, NotedChanges
      )
  ) {
    if let refusal = standing.refusal { return completion(.failure(refusal)) }
    database.changingLinks(upTo: count, by: actor, afterCopying(completion), body)
  }
}

extension NodeStore {
  package func keep(_ history: HistoryRetention) {
    database.keep(history)
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

  package var missingCopies: [String] { follower.isMissingChanges ? [options.postgres.node] : [] }

  package func awaitCopies(
    milliseconds: Int, completion: @escaping @Sendable ([String]) -> Void
  ) {
    follower.awaitNodes(milliseconds: milliseconds, completion: completion)
  }
}
