/// A range of addresses such as `10.0.0.0/8` (RFC 4632) or a single address.
package struct IPNetwork: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64
  /// Of 128 bits, since IPv4 addresses are stored as IPv6.
  private let prefixLength: Int

  /// Nil unless the text is an address, optionally followed by a slash and a valid prefix length.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ IPAddress($0) }) else { return nil }
    let width = address.v4 == nil ? 128 : 32
    var length = width
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[1]),
        (0...width).contains(number)
      else { return nil }
      length = number
    }
    prefixLength = length + 128 - width
    high = address.high & IPNetwork.mask(min(prefixLength, 64))
    low = address.low & IPNetwork.mask(max(prefixLength - 64, 0))
  }

  package func contains(_ address: IPAddress) -> Bool {
    address.high & IPNetwork.mask(min(prefixLength, 64)) == high
      && address.low & IPNetwork.mask(max(prefixLength - 64, 0)) == low
  }

  private static func mask(_ bits: Int) -> UInt64 {
    bits == 0 ? 0 : ~0 << UInt64(64 - bits)
  }
}
