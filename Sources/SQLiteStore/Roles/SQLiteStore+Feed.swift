package import Links
package import LinkStorage

extension SQLiteStore {
  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    try readers.read { database throws(LinkStoreError) in
      try FeedQueries.changes(since: cursor, seenBy: origin, in: database)
    }
  }

  // MARK: - Outbox

  package func recordsEvents() throws(LinkStoreError) -> Bool {
    try readers.read { database throws(LinkStoreError) in
      try EventTable.isRecording(database)
    }
  }

  package func recordEvents(_ isOn: Bool, completion: @escaping StoreCompletion<Void>) {
    write(completion) { database throws(LinkStoreError) in
      try EventTable(database).switchRecording(isOn)
    }
  }

  package func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try EventTable(database).lease(limit, owner: owner, until: time, now: now)
    }
  }

  package func settleEvents(
    _ numbers: [Int], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try EventTable(database).settle(numbers, owner: owner)
    }
  }

  package func openEvents() throws(LinkStoreError) -> Int {
    try readers.read { database throws(LinkStoreError) in
      try database.first("SELECT count(*) FROM events") { $0.int(0) } ?? 0
    }
  }
}
