package import WebSyntax

/// The rules for all outgoing requests: which servers Keiro may contact.
///
/// The decision is made for the address that is connected to, not for the name, which may resolve to
/// another address next time.
package struct OutgoingRules: Equatable, Sendable {
  /// Internal networks that are allowed although they are not public.
  package var allowNetworks: [IPNetwork] = []
  package var allowPlainHTTP = false
  /// The URL of a proxy, which then decides about addresses instead; nil for none.
  package var proxy: String?
  /// A file with the certificates of authorities, in place of the system's; nil for those.
  package var authorities: String?
  /// Allowed ports of public addresses besides 443.
  package var ports: Set<Int> = []

  package init() {}

  package func admits(_ address: IPAddress, port: Int) -> Bool {
    if allowNetworks.contains(where: { $0.contains(address) }) { return true }
    // The proxy may be anywhere its owner has put it.
    if proxy != nil { return true }
    guard port == 443 || port == 80 && allowPlainHTTP || ports.contains(port) else { return false }
    return address.isPublic
  }
}

extension [IPNetwork] {
  package static var everywhere: [IPNetwork] {
    ["0.0.0.0/0", "::/0"].compactMap { try? IPNetwork(parsing: $0) }
  }
}
