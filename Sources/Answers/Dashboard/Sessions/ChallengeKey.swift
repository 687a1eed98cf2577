import Cryptography
package import LinkStorage
import Synchronization

/// The key of challenges, which all processes share that use the same store: one of them may finish a
/// sign-in that another has begun.
final class ChallengeKey: Sendable {
  private let owner = RandomBytes.base62(12)
  private let known = Mutex<(key: [UInt8], time: Double)?>(nil)

  /// The time in seconds after which the store is read again, since it may have been restored to a
  /// time before the key.
  private static let lifetime = 60.0

  /// Nil when the system has no randomness, or another process is just making the key.
  ///
  /// - Parameter time: of the steady clock, in seconds.
  func bytes(
    at time: Double, in values: any SharedValues
  ) throws(LinkStoreError) -> [UInt8]? {
    if let known = known.withLock({ $0 }), time - known.time < Self.lifetime { return known.key }
    guard let owner, let key = try values.sharedKey("dashboard challenges", owner: owner) else {
      return nil
    }
    known.withLock { $0 = (key, time) }
    return key
  }
}

extension SharedValues {
  /// The key of that name, made by the first process that needs it.
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
