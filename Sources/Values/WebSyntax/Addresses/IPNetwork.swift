/// A range of addresses such as `10.0.0.0/8` (RFC 4632), or a single address.
package struct IPNetwork: Hashable, Sendable {
  /// The part of a text that is invalid.
  package enum Fault: Error, Equatable {
    case notAddress
    /// The text after the slash, and the maximum length allowed.
    case notPrefixLength(String, limit: Int)
  }

  private let high: UInt64
  private let low: UInt64
  /// The prefix length, from 0 to 128, since IPv4 addresses are stored as IPv6.
  private let prefixLength: Int

  /// Parses an address, optionally followed by a slash and a prefix length. The length is relative
  /// to the notation: `::ffff:10.0.0.0/104` equals `10.0.0.0/8`.
  package init(parsing text: String) throws(Fault) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let notation = parts.first, let address = IPAddress(notation) else {
      throw .notAddress
    }
    let width = notation.contains(":") ? 128 : 32
    var length = width
    if parts.count == 2 {
      guard let number = DecimalDigits.number(parts[1].utf8), number <= width else {
        throw .notPrefixLength(String(parts[1]), limit: width)
      }
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

  package func contains(_ other: IPNetwork) -> Bool {
    prefixLength <= other.prefixLength && contains(IPAddress(high: other.high, low: other.low))
  }

  private static func mask(_ bits: Int) -> UInt64 {
    bits == 0 ? 0 : ~0 << UInt64(64 - bits)
  }
}
