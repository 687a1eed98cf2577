package import LinkStorage
package import Links
import SQLStorage
import Synchronization

extension SQLiteStore {
  package func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink] {
    try readers.read { database throws(LinkStoreError) in
      // From one snapshot: a link that moves to another key meanwhile would be at neither.
      try database.snapshot { () throws(LinkStoreError) in try database.links(at: keys) }
    }.ordered(by: keys)
  }

  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    try readers.read { database throws(LinkStoreError) in
      try database.changes(since: cursor, seenBy: origin)
    }
  }

  package func keep(_ history: HistoryRetention) {
    versionsKept.store(history.versions, ordering: .relaxed)
  }

  package func endApplying(completion: @escaping StoreCompletion<Void>) {
    write(isBulk: true, completion) { database throws(LinkStoreError) in
      try LinkIndexes(database).complete()
    }
  }
}
