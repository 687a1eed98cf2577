package import LinkStorage
package import Links
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

  package func create(
    _ link: ShortLink, _ terms: CreationTerms, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Creation>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let creation = try LinkTable(connection).create(link, terms, now)
      if case .created(let stored) = creation {
        try log(connection).note(
          ChangedLink(
            LinkEvent(.created, link.key, revision: stored.revision, time: now), stored.link,
            id: stored.id),
          by: actor)
        try prune(connection)
      }
      return creation
    }
  }

  package func update(
    _ link: ShortLink, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Update>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let (update, old) = try LinkTable(connection).update(link, revision, now)
      if case .updated(let stored) = update {
        try log(connection).note(
          ChangedLink(
            LinkEvent(.updated, link.key, revision: stored.revision, time: now), stored.link,
            id: stored.id, old: old?.link),
          by: actor)
        try prune(connection)
      }
      return update
    }
  }

  package func delete(
    _ key: LinkKey, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Deletion>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let (deletion, changed) = try LinkTable(connection).delete(key, revision, now)
      if let changed {
        try CounterTables(connection, of: self).forget(key)
        try log(connection).note(changed, by: actor)
        try prune(connection)
      }
      return deletion
    }
  }

  package func apply(
    _ links: [ShortLink], overwritesEdits: Bool, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let applied = try LinkTable(connection).apply(
        links, .importing(overwritesEdits: overwritesEdits), now)
      try log(connection).note(
        applied.changed, ids: applied.ids, as: .linksImported, by: actor)
      try prune(connection, entries: min(applied.changed.count, FeedBounds.keysPerWrite))
      return applied.changes
    }
  }

  package func apply(
    _ links: [ShortLink], removing: [LinkKey], of owner: String, by actor: AuditActor,
    now: Timestamp, completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let table = LinkTable(connection)
      let applied = try table.apply(links, .owning(owner), now)
      let removed = try table.remove(removing, of: owner, now)
      for gone in removed.changed {
        try CounterTables(connection, of: self).forget(gone.event.key)
      }
      let changed = applied.changed + removed.changed
      try log(connection).note(
        changed, ids: applied.ids, as: .linksApplied, by: actor)
      try prune(connection, entries: changed.count)
      return applied.changes + removed.changes
    }
  }

  package func revert(
    _ reversals: [LinkReversal], by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[Bool]>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let (done, applied) = try LinkTable(connection).revert(reversals, now)
      for change in applied.changed where change.event.kind == .deleted {
        try CounterTables(connection, of: self).forget(change.event.key)
      }
      // A single link is recorded as a change of its own.
      if let only = applied.changed.first, applied.changed.count == 1 {
        try log(connection).note(only, by: actor)
      } else {
        try log(connection).note(applied.changed, ids: applied.ids, as: .linksReverted, by: actor)
      }
      try prune(connection, entries: applied.changed.count)
      return done
    }
  }

  package func keep(_ history: HistoryRetention) {
    versionsKept.store(history.versions, ordering: .relaxed)
  }

  private func log(_ connection: Connection) -> ChangeLog {
    ChangeLog(connection, origin: origin, versions: versionsKept.load(ordering: .relaxed))
  }

  /// Deletes old entries from time to time.
  private func prune(_ connection: Connection, entries: Int = 1) throws(PostgresFailure) {
    guard pruning.isDue(after: entries) else { return }
    try ChangeLog.prune(connection, keeping: options.feedEntries)
    try connection.queue(
      "DELETE FROM keiro.audit WHERE number <= (SELECT max(number) FROM keiro.audit) - $1",
      [.int(AuditBounds.entries)])
  }
}
