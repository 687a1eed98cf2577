package import LinkStorage
package import Links
import Synchronization

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
        try log(database).note(
          ChangedLink(
            LinkEvent(.created, link.key, revision: stored.revision, time: now), stored.link,
            id: stored.id),
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
        try log(database).note(
          ChangedLink(
            LinkEvent(.updated, link.key, revision: stored.revision, time: now), stored.link,
            id: stored.id, old: old?.link),
          by: actor)
      }
      return update
    }
  }

  package func delete(
    _ key: LinkKey, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Deletion>
  ) {
    write(completion) { [self] database throws(LinkStoreError) in
      let (deletion, changed) = try LinkTable(database).delete(key, revision, now)
      if let changed { try log(database).note(changed, by: actor) }
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
      try log(database).note(changed, as: .linksImported, by: actor)
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
      try log(database).note(
        changed + removed.changed, as: .linksApplied, by: actor)
      return changes + removed.changes
    }
  }

  package func revert(
    _ reversals: [LinkReversal], by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[Bool]>
  ) {
    write(isBulk: reversals.count > 100, completion) { [self] database throws(LinkStoreError) in
      let (done, changed) = try LinkTable(database).revert(reversals, now)
      // A single link is recorded as a change of its own.
      if let only = changed.first, changed.count == 1 {
        try log(database).note(only, by: actor)
      } else {
        try log(database).note(changed, as: .linksReverted, by: actor)
      }
      return done
    }
  }

  package func keep(_ history: HistoryRetention) {
    versionsKept.store(history.versions, ordering: .relaxed)
  }

  private func log(_ database: Database) -> ChangeLog {
    ChangeLog(database, origin: origin, versions: versionsKept.load(ordering: .relaxed))
  }

  package func endApplying(completion: @escaping StoreCompletion<Void>) {
    write(isBulk: true, completion) { database throws(LinkStoreError) in
      try LinkIndexes(database).complete()
    }
  }
}
