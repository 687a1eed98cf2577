extension IPAddress {
  /// Networks without public servers: the entries in IANA's special-purpose address registries that
  /// are not globally reachable (RFC 6890), the protocol assignments as a whole, multicast, and
  /// addresses reserved for future use (RFC 1112). IPv6 networks outside `unicast` need no entry
  /// here.
  private static let closed = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "2001::/23",
    "2001:db8::/32", "3fff::/20",
  ].compactMap { try? IPNetwork(parsing: $0) }

  /// The IPv6 addresses that IANA has assigned for global unicast, and the translation prefix (RFC
  /// 6052). Everything else is local, multicast, obsolete or unassigned.
  private static let unicast = ["2000::/3", "64:ff9b::/96"]
    .compactMap { try? IPNetwork(parsing: $0) }

  /// Whether the address is globally reachable.
  package var isPublic: Bool {
    guard v4 != nil || Self.unicast.contains(where: { $0.contains(self) }) else { return false }
    return ([self] + embedded).allSatisfy { address in
      !Self.closed.contains { $0.contains(address) }
    }
  }

  /// The IPv4 address to which a translator would forward packets for this address (RFC 6052:
  /// 64:ff9b, RFC 3056: 6to4).
  private var embedded: [IPAddress] {
    if high == 0x0064_ff9b_0000_0000, low >> 32 == 0 {
      return [IPAddress(v4: UInt32(truncatingIfNeeded: low))]
    }
    if high >> 48 == 0x2002 {
      return [IPAddress(v4: UInt32(truncatingIfNeeded: high >> 16))]
    }
    return []
  }
}

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
