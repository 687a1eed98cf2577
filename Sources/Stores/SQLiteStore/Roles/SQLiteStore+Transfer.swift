package import LinkStorage
import SQLStorage

extension SQLiteStore: CountTransfer {
  package func take(_ page: CountPage, completion: @escaping StoreCompletion<BatchAnswer>) {
    write(isBulk: true, completion) { [activity] database throws(LinkStoreError) in
      var counters = CounterTables(database)
      let answer = try counters.take(page)
      activity.note(capped: counters.capped)
      return answer
    }
  }
}
