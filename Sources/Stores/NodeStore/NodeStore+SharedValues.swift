package import LinkStorage
import PostgresStore

/// What nodes share stands in the database alone.
extension NodeStore: SharedValues {
  package func sharedValue(_ name: String) throws(LinkStoreError) -> [UInt8]? {
    try core.replication.store.sharedValue(name)
  }

  package func keepShared(_ name: String, _ value: [UInt8]) throws(LinkStoreError) {
    try core.replication.store.keepShared(name, value)
  }

  package func lease(
    _ name: String, owner: String, seconds: Int
  ) throws(LinkStoreError) -> Bool {
    try core.replication.store.lease(name, owner: owner, seconds: seconds)
  }
}
