package import LinkStorage
package import Links
package import PostgresStore
package import SQLStorage

/// Management calls and everything that is not for visitors use the database directly.
extension NodeStore: SQLStore {
  package typealias SharedConnection = PostgresStore.SharedConnection

  package var marks: ChangeMarks { database.marks }

  package func reading<Answer>(
    _ body: (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) throws(LinkStoreError) -> Answer {
    try database.reading(body)
  }

  /// The answer waits until the copy has what is read back, or stands still. A node whose copy stands still makes no such
  /// change: its visitors would not see it.
  package func writing<Answer: Sendable>(
    _ kind: SQLWrite, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) {
    guard kind != .durable, kind != .fleeting else {
      return database.writing(kind, completion, body)
    }
    if let refusal = standing.refusal { return completion(.failure(refusal)) }
    let afterCopying: StoreCompletion<Answer> = { [follower] result in
      guard case .success = result else { return completion(result) }
      follower.afterNextRound { completion(result) }
    }
    database.writing(kind, afterCopying, body)
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
    completion: @escaping StoreCompletion<Bool>
  ) {
    database.touchSession(
      digest: digest, now: now, expires: expires, completion: forgetting(digest, completion))
  }

  package func revokeSession(
    digest: [UInt8], completion: @escaping StoreCompletion<Bool>
  ) {
    database.revokeSession(digest: digest, completion: forgetting(digest, completion))
  }

  private func forgetting(
    _ digest: [UInt8], _ completion: @escaping StoreCompletion<Bool>
  ) -> StoreCompletion<Bool> {
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
