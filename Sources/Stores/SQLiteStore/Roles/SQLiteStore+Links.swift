package import Links
package import LinkStorage

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

  package func currentLink(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try link(at: key)
  }

  package func link(like link: ShortLink) throws(LinkStoreError) -> StoredLink? {
    try readers.read { database throws(LinkStoreError) in
      try LinkQueries.link(like: link, in: database)
    }
  }

  package func links(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(LinkStoreError) -> LinkPage {
    try readers.read { database throws(LinkStoreError) in
      try LinkQueries.page(filter, after: cursor, limit: limit, in: database)
    }
  }

  package func links(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try readers.read { database throws(LinkStoreError) in
      try LinkQueries.links(afterID: id, limit: limit, in: database)
    }
  }

  package func links(beforeID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try readers.read { database throws(LinkStoreError) in
      try LinkQueries.links(beforeID: id, limit: limit, in: database)
    }
  }

  // MARK: - Changing

  package func create(
    _ link: ShortLink, _ terms: CreationTerms, now: Timestamp,
    completion: @escaping StoreCompletion<Creation>
  ) {
    write(completion) { [self] database throws(LinkStoreError) in
      let creation = try LinkTable(database).create(link, terms, now)
      if case .created(let stored) = creation {
        try ChangeLog(database, of: self).note(
          ChangedLink(
            LinkEvent(.created, link.key, revision: stored.revision, time: now), stored.link))
      }
      return creation
    }
  }

  package func update(
    _ link: ShortLink, revision: Int?, now: Timestamp,
    completion: @escaping StoreCompletion<Update>
  ) {
    write(completion) { [self] database throws(LinkStoreError) in
      let (update, old) = try LinkTable(database).update(link, revision, now)
      if case .updated(let stored) = update {
        try ChangeLog(database, of: self).note(
          ChangedLink(
            LinkEvent(.updated, link.key, revision: stored.revision, time: now), stored.link),
          old: old?.link)
      }
      return update
    }
  }

  package func delete(
    _ key: LinkKey, revision: Int?, now: Timestamp,
    completion: @escaping StoreCompletion<Deletion>
  ) {
    write(completion) { [self] database throws(LinkStoreError) in
      let (deletion, last) = try LinkTable(database).delete(key, revision)
      if let last {
        try LimitTable(database).delete(key)
        try ChangeLog(database, of: self).note(
          ChangedLink(
            LinkEvent(.deleted, key, revision: last.revision, time: now), last.link))
      }
      return deletion
    }
  }

  package func apply(
    _ links: [ShortLink], overwritesEdits: Bool, now: Timestamp,
    completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    write(isBulk: links.count > 100, completion) { [self] database throws(LinkStoreError) in
      try LinkIndexes(database).putOff(forGroupOf: links.count)
      let (changes, changed) = try LinkTable(database).apply(
        links, overwritesEdits: overwritesEdits, now)
      try ChangeLog(database, of: self).note(import: changed)
      return changes
    }
  }

  package func endApplying(completion: @escaping StoreCompletion<Void>) {
    write(isBulk: true, completion) { database throws(LinkStoreError) in
      try LinkIndexes(database).complete()
    }
  }
}
