/// Where keys and certificates are kept, under names such as `account.key` and `www.example.com.pem`.
package protocol ACMEStorage: Sendable {
  /// Whether other nodes use it too.
  var isShared: Bool { get }
  /// Nil when there is nothing under the name.
  func read(_ name: String) throws(ACMEError) -> [UInt8]?
  func write(_ name: String, _ bytes: [UInt8]) throws(ACMEError)
  /// Takes or keeps the right to order for some seconds; false while another has it. With 0 seconds it ends.
  func lease(seconds: Int) throws(ACMEError) -> Bool
}
