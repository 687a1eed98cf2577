package import WebSyntax

/// Whom Keiro asks: the bounds of everything that goes out.
///
/// The address decides that a connection is opened to, not the name: a name may mean another address
/// at its next look-up.
package struct OutgoingRules: Equatable, Sendable {
  /// Networks inside, which are closed otherwise.
  package var allowNetworks: [IPNetwork] = []
  package var allowPlainHTTP = false
  /// The address of a proxy, which then decides about addresses in our place; nil for none.
  package var proxy: String?
  /// A file with the certificates of authorities in the place of the system's.
  package var authorities: String?
  /// Ports of public addresses besides 443.
  package var ports: Set<Int> = []

  package init() {}

  /// Networks of no public server: the entries of IANA's special-purpose address registries that are
  /// not globally reachable (RFC 6890), protocol assignments whole, multicast, and what RFC 1112
  /// keeps for later. Entries for IPv6 outside `unicast` need no line here.
  private static let closed = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "2001::/23",
    "2001:db8::/32", "3fff::/20",
  ].compactMap { try? IPNetwork(parsing: $0) }

  /// What IANA has assigned for global unicast of IPv6, and the translators' prefix (RFC 6052).
  /// Everything else is local, multicast, obsolete or not assigned.
  private static let unicast = ["2000::/3", "64:ff9b::/96"]
    .compactMap { try? IPNetwork(parsing: $0) }

  /// Whether a connection may be opened.
  package func admits(_ address: IPAddress, port: Int) -> Bool {
    if allowNetworks.contains(where: { $0.contains(address) }) { return true }
    // The proxy stands where its owner has put it.
    if proxy != nil { return true }
    guard port == 443 || port == 80 && allowPlainHTTP || ports.contains(port) else { return false }
    return Self.isPublic(address)
  }

  /// Whether an address is reachable from everywhere.
  package static func isPublic(_ address: IPAddress) -> Bool {
    guard address.v4 != nil || unicast.contains(where: { $0.contains(address) }) else {
      return false
    }
    return ([address] + embedded(in: address)).allSatisfy { address in
      !closed.contains { $0.contains(address) }
    }
  }

  /// The IPv4 address that a translator would send packets for an address on to (RFC 6052: 64:ff9b,
  /// RFC 3056: 6to4).
  private static func embedded(in address: IPAddress) -> [IPAddress] {
    if address.high == 0x0064_ff9b_0000_0000, address.low >> 32 == 0 {
      return [IPAddress(v4: UInt32(truncatingIfNeeded: address.low))]
    }
    if address.high >> 48 == 0x2002 {
      return [IPAddress(v4: UInt32(truncatingIfNeeded: address.high >> 16))]
    }
    return []
  }
}
