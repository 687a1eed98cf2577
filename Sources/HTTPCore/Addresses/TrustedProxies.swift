package import WebSyntax

/// The origin of a request after evaluating the fields of trusted proxies.
package struct HTTPClient: Equatable, Sendable {
  /// Nil for a unix socket whose peer is not trusted or sends no address.
  package var address: IPAddress?
  /// The host requested from a trusted proxy; nil when the request's own authority counts.
  package var forwardedHost: String?

  package init(address: IPAddress?, forwardedHost: String? = nil) {
    self.address = address
    self.forwardedHost = forwardedHost
  }
}

/// The proxies that are trusted to state the origin of a request. A client that sends
/// `X-Forwarded-For` itself has no effect.
package struct TrustedProxies: Equatable, Sendable {
  private let networks: [IPNetwork]
  private let trustsUnixSockets: Bool
  /// Whether they may also name the requested host. Many proxies pass a client's own
  /// `X-Forwarded-Host` on, and a client that chooses the host chooses the addresses on pages that
  /// caches keep for others.
  private let trustsHost: Bool

  package init(
    networks: [IPNetwork] = [], trustsUnixSockets: Bool = false, trustsHost: Bool = false
  ) {
    self.networks = networks
    self.trustsUnixSockets = trustsUnixSockets
    self.trustsHost = trustsHost
  }

  /// The host requested from a trusted proxy, as in `client`. In the usual case without one, no
  /// string is made.
  package func forwardedHost(of request: HTTPRequest, from peer: HTTPPeer) -> String? {
    guard mayForwardHost(request) else { return nil }
    return client(of: request, from: peer).forwardedHost
  }

  /// Whether a proxy may name the host of the request; false is certain.
  package func mayForwardHost(_ request: HTTPRequest) -> Bool {
    trustsHost && (request.mayHold("X-Forwarded-Host") || request.mayHold("Forwarded"))
  }

  /// Whether a request without TLS may have reached a trusted proxy with it: unless the proxy says
  /// otherwise in `X-Forwarded-Proto`, it has.
  package func mayBeSecure(_ request: HTTPRequest, from peer: HTTPPeer) -> Bool {
    switch peer.front {
    case .secure: return true
    case .plain: return false
    case .trusted: break
    case .unknown: guard trusts(peer.address) else { return false }
    }
    if let schemes = request.fields["X-Forwarded-Proto"] {
      return schemes.split(separator: ",").last.map { Self.trim($0).lowercased() } != "http"
    }
    return request.mayHold("X-Forwarded-For") || request.mayHold("Forwarded")
  }

  package func trusts(_ address: IPAddress?) -> Bool {
    guard let address else { return trustsUnixSockets }
    return networks.contains { $0.contains(address) }
  }

  /// The origin of a request.
  ///
  /// `X-Forwarded-For` is read from its end, since each address was added by the hop after it. The
  /// first address that is not a trusted proxy is the client. `Forwarded` (RFC 7239) is read the
  /// same way, but only when `X-Forwarded-For` is absent: few proxies write both, and many pass a
  /// client's own `Forwarded` through.
  package func client(of request: HTTPRequest, from peer: HTTPPeer) -> HTTPClient {
    let isForwarded =
      request.mayHold("X-Forwarded-For") || request.mayHold("Forwarded")
      || trustsHost && request.mayHold("X-Forwarded-Host")
    guard isForwarded, trusts(peer.address) else { return HTTPClient(address: peer.address) }
    let fields = request.fields
    if let hops = fields["X-Forwarded-For"] {
      let host = forwardedHost(fields)
      let addresses = hops.split(separator: ",").map { Self.address(Self.trim($0)) }
      return HTTPClient(address: origin(addresses, peer), forwardedHost: host)
    }
    if let forwarded = fields["Forwarded"] {
      let elements = ForwardedField.elements(forwarded)
      let addresses = elements.map { $0.node.flatMap { Self.address(Substring($0)) } }
      return HTTPClient(
        address: origin(addresses, peer),
        forwardedHost: trustsHost ? elements.last?.host.flatMap(Self.host) : nil)
    }
    return HTTPClient(address: peer.address, forwardedHost: forwardedHost(fields))
  }

  private func forwardedHost(_ fields: HTTPFields) -> String? {
    trustsHost ? fields["X-Forwarded-Host"].flatMap(Self.lastElement) : nil
  }

  /// The last address that is not a trusted proxy; at an unreadable hop, the hop that reported it.
  private func origin(_ hops: [IPAddress?], _ peer: HTTPPeer) -> IPAddress? {
    var origin = peer.address
    for hop in hops.reversed() {
      guard let hop else { return origin }
      origin = hop
      guard trusts(hop) else { return origin }
    }
    return origin
  }

  private static func lastElement(_ list: String) -> String? {
    list.split(separator: ",").last.flatMap { host(String(trim($0))) }
  }

  /// The text if it is a valid value of a Host field; nil otherwise.
  private static func host(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    return AuthorityGrammar.isValid(bytes.span, bytes.indices) ? text : nil
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }

  /// `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`.
  private static func address(_ text: Substring) -> IPAddress? {
    if text.first == "[" {
      return text.dropFirst().split(separator: "]").first.flatMap { IPAddress($0) }
    }
    if let address = IPAddress(text) { return address }
    return text.split(separator: ":").first.flatMap { IPAddress($0) }
  }
}
