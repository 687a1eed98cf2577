package import LinkStorage
package import Links

extension SQLiteStore {
  // MARK: - Reading

  package func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try readers.read { database throws(LinkStoreError) in
      try LinkQueries.link(at: key, in: database)
    }
  }

  package func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink] {
    try readers.read { database throws(LinkStoreError) in
      try LinkQueries.links(at: keys, in: database)
    }
  }

  // MARK: - Changing

  package func create(
    _ link: ShortLink, _ terms: CreationTerms, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Creation>
  ) {
    write(completion) { [self] database throws(LinkStoreError) in
      let creation = try LinkTable(database).create(link, terms, now)
      if case .created(let stored) = creation {
        try ChangeLog(database, origin: origin).note(
          ChangedLink(
            LinkEvent(.created, link.key, revision: stored.revision, time: now), stored.link),
          by: actor)
      }
      return creation
    }
  }

  package func update(
    _ link: ShortLink, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Update>
  ) {
    write(completion) { [self] database throws(LinkStoreError) in
      let (update, old) = try LinkTable(database).update(link, revision, now)
      if case .updated(let stored) = update {
        try ChangeLog(database, origin: origin).note(
          ChangedLink(
            LinkEvent(.updated, link.key, revision: stored.revision, time: now), stored.link),
          by: actor, old: old?.link)
      }
      return update
    }
  }

  package func delete(
    _ key: LinkKey, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Deletion>
  ) {
    write(completion) { [self] database throws(LinkStoreError) in
      let (deletion, last) = try LinkTable(database).delete(key, revision)
      if let last {
        try LimitTable(database).delete(key)
        try ChangeLog(database, origin: origin).note(
          ChangedLink(
            LinkEvent(.deleted, key, revision: last.revision, time: now), last.link), by: actor)
      }
      return deletion
    }
  }

  package func apply(
    _ links: [ShortLink], overwritesEdits: Bool, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    write(isBulk: links.count > 100, completion) { [self] database throws(LinkStoreError) in
      try LinkIndexes(database).putOff(forGroupOf: links.count)
      let (changes, changed) = try LinkTable(database).apply(
        links, .importing(overwritesEdits: overwritesEdits), now)
      try ChangeLog(database, origin: origin).note(changed, as: .linksImported, by: actor)
      return changes
    }
  }

  package func apply(
    _ links: [ShortLink], removing: [LinkKey], of owner: String, by actor: AuditActor,
    now: Timestamp, completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    write(isBulk: links.count + removing.count > 100, completion) {
      [self] database throws(LinkStoreError) in
      let table = LinkTable(database)
      let (changes, changed) = try table.apply(links, .owning(owner), now)
      let removed = try table.remove(removing, of: owner, now)
      try ChangeLog(database, origin: origin).note(
        changed + removed.changed, as: .linksApplied, by: actor)
      return changes + removed.changes
    }
  }

  package func endApplying(completion: @escaping StoreCompletion<Void>) {
    write(isBulk: true, completion) { database throws(LinkStoreError) in
      try LinkIndexes(database).complete()
    }
  }
}
