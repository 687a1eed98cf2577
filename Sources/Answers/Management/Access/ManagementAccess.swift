import HTTPCore
import Service
package import WebSyntax

/// The names under which the management listener answers, and the networks it admits.
///
/// A page in a browser can send requests to any address to which its own name resolves; the Host
/// field then still holds the name of the page (DNS rebinding).
package struct ManagementAccess: Sendable {
  private let names: Set<String>
  private let addresses: Set<IPAddress>
  private let takesEveryAddress: Bool
  /// Nil for every network.
  private let networks: [IPNetwork]?

  /// - Parameters:
  ///   - names: the accepted names in lower case, besides those of the loopback interface.
  ///   - addresses: the addresses of the listener; nil when it listens on all of them or on unknown
  ///     ones.
  ///   - networks: the admitted networks; empty for all. Peers of Unix sockets are always admitted,
  ///     since their right to the socket was checked.
  package init(names: [String], addresses: [IPAddress]?, networks: [IPNetwork]) {
    self.names = Set(names)
    self.addresses = Set(addresses ?? [])
    takesEveryAddress = addresses == nil
    self.networks = networks.isEmpty ? nil : networks
  }

  /// - Parameter isProbe: whether the request asks for the health of the service, as orchestrators
  ///   do under the address of a container; it is answered under any name.
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
      "this listener does not serve the Host: expected an address it listens on, localhost, the name "
        + "of 'dashboard.origin', or one of 'server.managementHosts'")
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
