/// The network that limits treat as one client, whose owner has all of its addresses.
package enum ClientNetwork: Sendable {
  /// A household: an IPv6 /64 or a single IPv4 address.
  case household
  /// A site: an IPv6 /48 or a single IPv4 address.
  case site
}

extension IPAddress {
  /// Returns the first address of the network that this address belongs to.
  package func network(_ network: ClientNetwork) -> IPAddress {
    guard v4 == nil else { return self }
    return switch network {
    case .household: IPAddress(high: high, low: 0)
    case .site: IPAddress(high: high & ~0xFFFF, low: 0)
    }
  }
}
