package import Links

/// An address that leads nowhere, with the number of requests for it. Nothing in it is about a visitor.
package struct UnknownAddress: Equatable, Sendable {
  package let host: String
  /// The path without its query, cut when it is long.
  package let path: String
  package let count: Int

  package init(host: String, path: String, count: Int) {
    self.host = host
    self.path = path
    self.count = count
  }

  /// The number of days, up to the present one, whose requests are counted.
  package static let days = 2
  /// The number of addresses that the status names.
  package static let shown = 1000
  /// The number of sums from which a store forgets those of rare addresses, and the number that it keeps.
  package static let bounds = (most: 10_000, kept: 5000)
}

package protocol UnknownKeeping: AnyObject, Sendable {
  /// Adds requests to the sums of their day. They may be lost in a power failure or after an
  /// error: they are a hint, not clicks.
  func addUnknown(
    _ addresses: [UnknownAddress], now: Timestamp, completion: @escaping StoreCompletion<Void>)

  /// The most frequent addresses of the last days, of all processes, the most frequent first.
  func unknownAddresses(limit: Int, now: Timestamp) throws(LinkStoreError) -> [UnknownAddress]
}
