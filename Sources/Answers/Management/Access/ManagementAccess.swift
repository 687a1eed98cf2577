import HTTPCore
import Service
package import WebSyntax

/// Under which names the management listener answers, and to which networks.
///
/// A page in a browser can send requests to any address that its own name is made to resolve to;
/// the Host field then still holds the name of the page (DNS rebinding).
package struct ManagementAccess: Sendable {
  private let names: Set<String>
  private let addresses: Set<IPAddress>
  private let takesEveryAddress: Bool
  /// Nil for every network.
  private let networks: [IPNetwork]?

  /// - Parameters:
  ///   - names: in lower case, besides those of the loopback interface.
  ///   - addresses: where the listener is; nil for one that takes connections to any address, or to
  ///     one that is not known.
  ///   - networks: none for every network. Peers of unix sockets are always admitted, since their
  ///     right to the socket was checked.
  package init(names: [String], addresses: [IPAddress]?, networks: [IPNetwork]) {
    self.names = Set(names)
    self.addresses = Set(addresses ?? [])
    takesEveryAddress = addresses == nil
    self.networks = networks.isEmpty ? nil : networks
  }

  /// - Parameter isProbe: whether somebody asks how the service is, as orchestrators do under the
  ///   address of a container: the answer is for everybody, whatever the name.
  func check(
    _ request: HTTPRequest, from peer: HTTPPeer, proxies: TrustedProxies, isProbe: Bool
  ) throws(Problem) {
    if let networks, let address = proxies.client(of: request, from: peer).address {
      guard networks.contains(where: { $0.contains(address) }) else { throw Self.networkNotAllowed }
    }
    guard !isProbe, let authority = request.authority else { return }
    let name = HTTPHost.name(of: request.bytes(authority))
    guard !serves(String(decoding: name, as: UTF8.self)) else { return }
    throw Problem(
      .misdirectedRequest, "host-not-served",
      "the Host is not one of this listener: expected an address it listens on, localhost, or a name "
        + "of 'server.managementHosts'")
  }

  private func serves(_ host: String) -> Bool {
    if let address = IPAddress(host.drop { $0 == "[" }.prefix { $0 != "]" }) {
      return takesEveryAddress || addresses.contains(address) || address.isLoopback
    }
    return host == "localhost" || host.hasSuffix(".localhost") || names.contains(host)
  }

  private static let networkNotAllowed = Problem(
    .forbidden, "network-not-allowed",
    "the client's network is not one of 'server.managementNetworks'")
}

extension IPAddress {
  fileprivate var isLoopback: Bool { v4.map { $0 >> 24 == 127 } ?? (high == 0 && low == 1) }
}
