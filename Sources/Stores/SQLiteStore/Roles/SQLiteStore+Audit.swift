package import Links
package import LinkStorage

extension SQLiteStore {
  package func acting(as actor: AuditActor) -> any LinkStore {
    SQLiteStore(self, actingAs: actor)
  }

  package func audit(_ query: AuditQuery) throws(LinkStoreError) -> AuditPage {
    try readers.read { database throws(LinkStoreError) in
      try AuditQueries.page(query, in: database)
    }
  }

  package func note(
    _ action: AuditAction, now: Timestamp, completion: @escaping StoreCompletion<Void>
  ) {
    write(completion) { [actor] database throws(LinkStoreError) in
      try AuditTable(database).append(AuditEntry(action, by: actor, at: now))
    }
  }
}
