/// Determines the client of a request once for everything that needs it: limits, countries, the access
/// log. Belongs to one worker's handler.
package final class ClientReader {
  private let proxies: TrustedProxies
  /// The request that `client` belongs to; nil until the current request is examined.
  @exclusivity(unchecked) private var request: ObjectIdentifier?
  @exclusivity(unchecked) private var client = HTTPClient(address: nil)

  package init(_ proxies: TrustedProxies) {
    self.proxies = proxies
  }

  /// Must be called when a request begins, since its storage may have been that of an earlier one. No
  /// other request has its storage until it is answered.
  @inline(__always)
  package func begin() {
    request = nil
  }

  /// Whether forwarding fields are present but ignored; see `TrustedProxies.ignores`.
  package func ignoresForwarding(of request: HTTPRequest, from peer: HTTPPeer) -> Bool {
    proxies.ignores(request, from: peer)
  }

  /// The origin of a request; see `TrustedProxies.client`.
  package func client(of request: HTTPRequest, from peer: HTTPPeer) -> HTTPClient {
    let identifier = ObjectIdentifier(request.storage)
    if self.request != identifier {
      client = proxies.client(of: request, from: peer)
      self.request = identifier
    }
    return client
  }
}
