package import LinkStorage
import SQLStorage

extension PostgresStore: CountTransfer {
  package func take(_ page: CountPage, completion: @escaping StoreCompletion<BatchAnswer>) {
    count(completion) { [self] connection throws(PostgresFailure) in
      try CounterTables(connection, of: self).take(page)
    }
  }
}
