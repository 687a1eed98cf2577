package import LinkStorage
package import Links
import SQLStorage
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

  package func keep(_ history: HistoryRetention) {
    versionsKept.store(history.versions, ordering: .relaxed)
  }

  package func endApplying(completion: @escaping StoreCompletion<Void>) {
    write(isBulk: true, completion) { database throws(LinkStoreError) in
      try LinkIndexes(database).complete()
    }
  }

  package func revokeSession(
    digest: [UInt8], completion: @escaping StoreCompletion<SessionChange>
  ) {
    write(completion) { database throws(LinkStoreError) in try database.revokeSession(digest) }
  }

  // MARK: - Following

  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    try readers.read { database throws(LinkStoreError) in
      try FeedQueries.changes(since: cursor, seenBy: origin, in: database)
    }
  }
}
