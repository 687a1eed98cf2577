/// Reads who has sent a request once, for whatever asks: limits, countries, the access log. Belongs
/// to one worker's handler.
package final class ClientReader {
  private let proxies: TrustedProxies
  /// The request that was asked about last; nil for none since the last beginning.
  @exclusivity(unchecked) private var request: ObjectIdentifier?
  @exclusivity(unchecked) private var client = HTTPClient(address: nil)

  package init(_ proxies: TrustedProxies) {
    self.proxies = proxies
  }

  /// To be called when a request begins, since its storage may have been that of an earlier one. As
  /// long as a request is being answered, no other one has its storage.
  @inline(__always)
  package func begin() {
    request = nil
  }

  /// The same as `TrustedProxies` say.
  package func ignoresForwarding(of request: HTTPRequest, from peer: HTTPPeer) -> Bool {
    proxies.ignores(request, from: peer)
  }

  /// The same as `TrustedProxies` say.
  package func client(of request: HTTPRequest, from peer: HTTPPeer) -> HTTPClient {
    let identifier = ObjectIdentifier(request.storage)
    if self.request != identifier {
      client = proxies.client(of: request, from: peer)
      self.request = identifier
    }
    return client
  }
}
