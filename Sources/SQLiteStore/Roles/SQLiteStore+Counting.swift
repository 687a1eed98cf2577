package import Links
package import LinkStorage

extension SQLiteStore {
  package func count(
    _ batch: CountBatch, now: Timestamp, completion: @escaping StoreCompletion<BatchAnswer>
  ) {
    write(completion) { [activity] database throws(LinkStoreError) in
      var counters = CounterTables(database)
      let answer = try counters.count(batch, now)
      activity.note(capped: counters.capped)
      return answer
    }
  }

  package func report(
    _ launches: [LaunchReport], now: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { [activity] database throws(LinkStoreError) in
      var counters = CounterTables(database)
      let count = try counters.add(launches, now)
      activity.note(capped: counters.capped)
      return count
    }
  }

  package func clicks(of key: LinkKey) throws(LinkStoreError) -> Int {
    try readers.read { database throws(LinkStoreError) in
      try database.first(
        "SELECT total FROM counted_links WHERE host = ? AND slug = ?",
        [.text(key.host), .text(key.slug)]
      ) { $0.int(0) } ?? 0
    }
  }

  package func statistics(_ query: StatisticsQuery) throws(LinkStoreError) -> Statistics {
    try readers.read { database throws(LinkStoreError) in
      // From one state of the file: an hour that is rolled up meanwhile would count twice or not.
      try database.snapshot { () throws(LinkStoreError) in
        try StatisticsQueries(query, database).statistics()
      }
    }
  }

  package func rollUp(
    _ retention: StatisticsRetention, limit: Int, now: Timestamp,
    completion: @escaping StoreCompletion<RollUpStep>
  ) {
    write(completion) { [activity] database throws(LinkStoreError) in
      let step = try RollUp(database, retention, limit: limit, now: now).step()
      activity.note(step)
      return step
    }
  }

  // MARK: - Limits

  package func reservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int {
    try readers.read { database throws(LinkStoreError) in
      try LimitTable.reserved(of: life, in: database)
    }
  }

  package func reserve(
    _ wanted: Int, of life: LinkLife, limit: Int,
    completion: @escaping StoreCompletion<Reservation>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try LimitTable(database).reserve(wanted, life, limit: limit)
    }
  }

  package func giveBack(
    _ count: Int, of life: LinkLife, completion: @escaping StoreCompletion<Void>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try LimitTable(database).giveBack(count, life)
    }
  }
}
