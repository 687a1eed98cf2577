/// Storage for keys and certificates, under names such as `account.key` and `www.example.com.pem`.
package protocol ACMEStorage: Sendable {
  /// Whether other nodes use it, too.
  var isShared: Bool { get }

  /// The contents under some names; names without contents are absent. May wait for other machines.
  func read(_ names: [String]) throws(ACMEError) -> [String: [UInt8]]

  /// Replaces the contents under a name as a whole, and the copy on this machine.
  func write(_ name: String, _ bytes: [UInt8]) throws(ACMEError)

  /// The copies on this machine, as far as they can be read. Never waits for other machines.
  func copies(_ names: [String]) -> [String: [UInt8]]

  /// Replaces the copy on this machine as a whole. A storage on this machine needs none.
  func keepCopy(_ name: String, _ bytes: [UInt8]) throws(ACMEError)

  /// Takes or renews the exclusive right to order for some seconds, and ends it with 0; false while
  /// another node has it.
  func lease(seconds: Int) throws(ACMEError) -> Bool
}
