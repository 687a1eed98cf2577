package import LinkStorage
package import SQLStorage
import Synchronization

extension PostgresStore {
  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    let found = try reporting { () throws(PostgresFailure) in try feed.entries(since: cursor) }
    return FeedChanges(found.entries, seenBy: origin, found.cursor)
  }

  package func keep(_ history: HistoryRetention) {
    versionsKept.store(history.versions, ordering: .relaxed)
  }

  package func changingLinks<Answer: Sendable>(
    upTo count: Int, by actor: AuditActor, _ completion: @escaping StoreCompletion<Answer>,
    _ body:
      @escaping @Sendable (PostgresConnection) throws(PostgresFailure) -> (
        Answer, NotedChanges
      )
  ) {
    writing(.durable, completion) { [self] sql throws(PostgresFailure) in
      let (answer, changes) = try body(sql)
      let deleted = changes.links.lazy.map(\.event).filter { $0.kind == .deleted }
      let versions = versionsKept.load(ordering: .relaxed)
      try sql.enter(changes, by: actor, from: origin, keeping: versions)
      // Of a long batch, the feed names only the links that were deleted.
      try prune(
        sql,
        entries: max(deleted.count, min(changes.links.count, FeedBounds.keysPerWrite)))
      return answer
    }
  }

  private func prune(_ sql: PostgresConnection, entries: Int) throws(PostgresFailure) {
    guard pruning.isDue(after: entries) else { return }
    try sql.pruneFeed(keeping: options.feedEntries)
    try sql.send(
      "DELETE FROM keiro.audit WHERE number <= (SELECT max(number) FROM keiro.audit) - $1",
      [.int(AuditBounds.entries)])
  }
}
