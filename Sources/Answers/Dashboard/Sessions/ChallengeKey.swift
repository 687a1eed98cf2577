import Cryptography
package import LinkStorage
import Synchronization

/// The key of challenges: the process's own, or one that all nodes of a database share.
final class ChallengeKey: Sendable {
  private let own = RandomBytes.make(32)
  private let shared = Mutex<(key: [UInt8], time: Double)?>(nil)

  /// The time in seconds after which the database is read again, since it may have been restored to
  /// a time before the key.
  private static let lifetime = 60.0

  /// Nil when the system has no randomness, or another node is just making the key.
  ///
  /// - Parameters:
  ///   - time: of the steady clock, in seconds.
  ///   - read: reads the key of all nodes; nil in a process without other nodes.
  func bytes(
    at time: Double, _ read: SharedKey?
  ) throws(LinkStoreError) -> [UInt8]? {
    guard let read else { return own }
    if let known = shared.withLock({ $0 }), time - known.time < Self.lifetime { return known.key }
    guard let key = try read() else { return nil }
    shared.withLock { $0 = (key, time) }
    return key
  }
}

/// Reads a key that all nodes of a database share; nil while another node makes it.
package typealias SharedKey = @Sendable () throws(LinkStoreError) -> [UInt8]?

extension SharedValues {
  /// The key of that name, made by the first node that needs it.
  package func sharedKey(_ name: String, owner: String) throws(LinkStoreError) -> [UInt8]? {
    if let known = try sharedValue(name) { return known }
    guard try lease(name, owner: owner, seconds: 30) else { return nil }
    // The previous holder of the lease may have made it since.
    if let known = try sharedValue(name) { return known }
    guard let key = RandomBytes.make(32) else { return nil }
    try keepShared(name, key)
    return key
  }
}
