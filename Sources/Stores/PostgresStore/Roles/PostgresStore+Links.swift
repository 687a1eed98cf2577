package import Links
package import LinkStorage

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

  package func currentLink(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try link(at: key)
  }

  package func link(like link: ShortLink) throws(LinkStoreError) -> StoredLink? {
    try read { connection throws(PostgresFailure) in
      try LinkQueries.link(like: link, in: connection)
    }
  }

  package func links(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(LinkStoreError) -> LinkPage {
    try read { connection throws(PostgresFailure) in
      try LinkQueries.page(filter, after: cursor, limit: limit, in: connection)
    }
  }

  package func links(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try read { connection throws(PostgresFailure) in
      try LinkQueries.links(afterID: id, limit: limit, in: connection)
    }
  }

  package func links(beforeID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try read { connection throws(PostgresFailure) in
      try LinkQueries.links(beforeID: id, limit: limit, in: connection)
    }
  }

  // MARK: - Changing

  package func create(
    _ link: ShortLink, _ terms: CreationTerms, now: Timestamp,
    completion: @escaping StoreCompletion<Creation>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let creation = try LinkTable(connection).create(link, terms, now)
      if case .created(let stored) = creation {
        try ChangeLog(connection, of: self).note(
          ChangedLink(
            LinkEvent(.created, link.key, revision: stored.revision, time: now), stored.link))
        try prune(connection)
      }
      return creation
    }
  }

  package func update(
    _ link: ShortLink, revision: Int?, now: Timestamp,
    completion: @escaping StoreCompletion<Update>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let (update, old) = try LinkTable(connection).update(link, revision, now)
      if case .updated(let stored) = update {
        try ChangeLog(connection, of: self).note(
          ChangedLink(
            LinkEvent(.updated, link.key, revision: stored.revision, time: now), stored.link),
          old: old?.link)
        try prune(connection)
      }
      return update
    }
  }

  package func delete(
    _ key: LinkKey, revision: Int?, now: Timestamp,
    completion: @escaping StoreCompletion<Deletion>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let (deletion, last) = try LinkTable(connection).delete(key, revision)
      if let last {
        try CounterTables(connection, of: self).forget(key)
        try ChangeLog(connection, of: self).note(
          ChangedLink(
            LinkEvent(.deleted, key, revision: last.revision, time: now), last.link))
        try prune(connection)
      }
      return deletion
    }
  }

  package func apply(
    _ links: [ShortLink], overwritesEdits: Bool, now: Timestamp,
    completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    change(completion) { [self] connection throws(PostgresFailure) in
      let applied = try LinkTable(connection).apply(links, overwritesEdits: overwritesEdits, now)
      try ChangeLog(connection, of: self).note(import: applied.changed, ids: applied.ids)
      try prune(connection, entries: min(applied.changed.count, FeedBounds.keysPerWrite))
      return applied.changes
    }
  }

  /// Now and then a change forgets what is too old.
  private func prune(_ connection: Connection, entries: Int = 1) throws(PostgresFailure) {
    guard pruning.isDue(after: entries) else { return }
    try ChangeLog.prune(connection, keeping: options.feedEntries)
    try AuditTable.prune(connection)
  }
}
