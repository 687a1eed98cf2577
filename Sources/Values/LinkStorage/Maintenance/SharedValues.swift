/// Small values that the nodes of one database share under names, and the right to look after
/// something for all of them. Calls wait for the database.
package protocol SharedValues: AnyObject, Sendable {
  /// Nil when there is nothing under the name.
  func sharedValue(_ name: String) throws(LinkStoreError) -> [UInt8]?

  /// Puts a value in the place of the one before.
  func keepShared(_ name: String, _ value: [UInt8]) throws(LinkStoreError)

  /// Takes or keeps a lease.
  ///
  /// - Parameters:
  ///   - name: What it is for.
  ///   - owner: Who takes it.
  ///   - seconds: How long it holds from now on, by the clock of the database.
  /// - Returns: false while another owner has it.
  func lease(_ name: String, owner: String, seconds: Int) throws(LinkStoreError) -> Bool
}
