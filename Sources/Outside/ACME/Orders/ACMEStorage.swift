/// Storage for keys and certificates, under names such as `account.key` and `www.example.com.pem`.
package protocol ACMEStorage: Sendable {
  /// Whether other nodes use it, too.
  var isShared: Bool { get }
  /// The contents under a name; nil when there is nothing.
  func read(_ name: String) throws(ACMEError) -> [UInt8]?
  /// Replaces the contents under a name as a whole.
  func write(_ name: String, _ bytes: [UInt8]) throws(ACMEError)
  /// Takes or renews the exclusive right to order for some seconds, and ends it with 0; false while
  /// another node has it.
  func lease(seconds: Int) throws(ACMEError) -> Bool
}
