/// Small named values shared by the processes that use the same data, and leases for tasks that one of
/// them performs for all. Calls wait for the store.
package protocol SharedValues: AnyObject, Sendable {
  /// The values under some names, in one question to the database; names without a value are absent.
  func sharedValues(_ names: [String]) throws(LinkStoreError) -> [String: [UInt8]]

  func keepShared(_ name: String, _ value: [UInt8]) throws(LinkStoreError)

  /// Takes or renews a lease.
  ///
  /// - Parameters:
  ///   - owner: the name of the process that takes the lease.
  ///   - seconds: the duration from now on, by the clock of the database.
  /// - Returns: false while another owner holds it.
  func lease(_ name: String, owner: String, seconds: Int) throws(LinkStoreError) -> Bool

  /// Gives a lease back before its end, unless another owner has it by now.
  func endLease(_ name: String, owner: String) throws(LinkStoreError)
}

/// A lease under which a write is made, or not at all.
package struct HeldLease: Equatable, Sendable {
  package let name: String
  /// The name of the process or caller that took it.
  package let owner: String
  /// Its duration, in seconds; each write begins it anew.
  package let seconds: Int

  package init(name: String, owner: String, seconds: Int) {
    self.name = name
    self.owner = owner
    self.seconds = seconds
  }
}

extension SharedValues {
  package func sharedValue(_ name: String) throws(LinkStoreError) -> [UInt8]? {
    try sharedValues([name])[name]
  }
}
