/// The addresses that limits take for one client: who has one of them has all of them.
package enum ClientNetwork: Sendable {
  /// The /64 of IPv6 that one household has, or one address of IPv4.
  case household
  /// The /48 of IPv6 that one site has, or one address of IPv4.
  case site
}

extension IPAddress {
  /// The first address of the network that this one belongs to.
  package func network(_ network: ClientNetwork) -> IPAddress {
    guard v4 == nil else { return self }
    return switch network {
    case .household: IPAddress(high: high, low: 0)
    case .site: IPAddress(high: high & ~0xFFFF, low: 0)
    }
  }
}
