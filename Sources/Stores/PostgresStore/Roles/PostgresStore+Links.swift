package import LinkStorage
package import Links
package import SQLStorage
import Synchronization

extension PostgresStore {
  // MARK: - Reading

  package func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try read { connection throws(PostgresFailure) in
      try LinkQueries.link(at: key, in: connection)
    }
  }

  package func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink] {
    try read { connection throws(PostgresFailure) in
      try LinkQueries.links(at: keys, in: connection).ordered(by: keys)
    }
  }

  // MARK: - Changing

  package func keep(_ history: HistoryRetention) {
    versionsKept.store(history.versions, ordering: .relaxed)
  }

  package func changingLinks<Answer: Sendable>(
    upTo count: Int, by actor: AuditActor, _ completion: @escaping StoreCompletion<Answer>,
    _ body:
      @escaping @Sendable (SharedStatements) throws(PostgresFailure) -> (
        Answer, NotedChanges
      )
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let (answer, changes) = try body(SharedStatements(connection))
      let deleted = changes.links.lazy.map(\.event).filter { $0.kind == .deleted }
      for event in deleted { try CounterTables(connection, of: self).forget(event.key) }
      let versions = versionsKept.load(ordering: .relaxed)
      try ChangeLog(connection, origin: origin, versions: versions).note(changes, by: actor)
      // Of a long batch, the feed names only the links that were deleted.
      try prune(
        connection,
        entries: max(deleted.count, min(changes.links.count, FeedBounds.keysPerWrite)))
      return answer
    }
  }

  /// Deletes old entries from time to time.
  private func prune(_ connection: PostgresConnection, entries: Int) throws(PostgresFailure) {
    guard pruning.isDue(after: entries) else { return }
    try ChangeLog.prune(connection, keeping: options.feedEntries)
    try connection.queue(
      "DELETE FROM keiro.audit WHERE number <= (SELECT max(number) FROM keiro.audit) - $1",
      [.int(AuditBounds.entries)])
  }
}
