package import LinkStorage
import PostgresStore

/// What nodes share stands in the database alone.
extension NodeStore: SharedValues {
  package func sharedValue(_ name: String) throws(LinkStoreError) -> [UInt8]? {
    try database.sharedValue(name)
  }

  package func keepShared(_ name: String, _ value: [UInt8]) throws(LinkStoreError) {
    try database.keepShared(name, value)
  }

  package func lease(
    _ name: String, owner: String, seconds: Int
  ) throws(LinkStoreError) -> Bool {
    try database.lease(name, owner: owner, seconds: seconds)
  }
}
