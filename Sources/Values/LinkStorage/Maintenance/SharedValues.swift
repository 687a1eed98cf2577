/// Small named values shared by the nodes of one database, and leases for tasks that one node performs
/// for all. Calls wait for the database.
package protocol SharedValues: AnyObject, Sendable {
  /// The value under a name; nil when there is none.
  func sharedValue(_ name: String) throws(LinkStoreError) -> [UInt8]?

  /// Sets the value under a name.
  func keepShared(_ name: String, _ value: [UInt8]) throws(LinkStoreError)

  /// Takes or renews a lease.
  ///
  /// - Parameters:
  ///   - name: the name of the task.
  ///   - owner: the name of the node that takes the lease.
  ///   - seconds: the duration from now on, by the clock of the database.
  /// - Returns: false while another owner holds it.
  func lease(_ name: String, owner: String, seconds: Int) throws(LinkStoreError) -> Bool
}
