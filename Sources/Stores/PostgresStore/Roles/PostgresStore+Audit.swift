package import Links
package import LinkStorage

extension PostgresStore {
  package func acting(as actor: AuditActor) -> any LinkStore {
    PostgresStore(self, actingAs: actor)
  }

  package func audit(_ query: AuditQuery) throws(LinkStoreError) -> AuditPage {
    try read { connection throws(PostgresFailure) in
      try AuditQueries.page(query, in: connection)
    }
  }

  package func note(
    _ action: AuditAction, now: Timestamp, completion: @escaping StoreCompletion<Void>
  ) {
    change(completion) { [actor] connection throws(PostgresFailure) in
      try AuditTable(connection).append([AuditEntry(action, by: actor, at: now)])
    }
  }
}
