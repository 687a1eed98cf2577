package import LinkStorage
import SQLStorage

extension SQLiteStore {
  package func revokeSession(
    digest: [UInt8], completion: @escaping StoreCompletion<SessionChange>
  ) {
    write(completion) { database throws(LinkStoreError) in try database.revokeSession(digest) }
  }
}
