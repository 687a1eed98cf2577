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

  /// Whether a connection may be opened.
  package func admits(_ address: IPAddress, port: Int) -> Bool {
    if allowNetworks.contains(where: { $0.contains(address) }) { return true }
    // The proxy stands where its owner has put it.
    if proxy != nil { return true }
    guard port == 443 || port == 80 && allowPlainHTTP || ports.contains(port) else { return false }
    return address.isPublic
  }
}
