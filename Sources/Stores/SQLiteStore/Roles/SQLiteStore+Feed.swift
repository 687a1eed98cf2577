package import LinkStorage

extension SQLiteStore {
  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    try readers.read { database throws(LinkStoreError) in
      try FeedQueries.changes(since: cursor, seenBy: origin, in: database)
    }
  }
}
