package import WebSyntax

/// The origin of a request after evaluating the fields of trusted proxies.
package struct HTTPClient: Equatable, Sendable {
  /// The address of the client; nil for a unix socket whose peer is not trusted or sends no address.
  package var address: IPAddress?
  /// The host that was requested from a trusted proxy; nil if the request's own authority applies.
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
  /// Whether the proxies may also name the requested host. Many proxies forward a client's own
  /// `X-Forwarded-Host`, and a client that chooses the host chooses the addresses on pages that caches
  /// keep for other visitors.
  private let trustsHost: Bool

  package init(
    networks: [IPNetwork] = [], trustsUnixSockets: Bool = false, trustsHost: Bool = false
  ) {
    self.networks = networks
    self.trustsUnixSockets = trustsUnixSockets
    self.trustsHost = trustsHost
  }

  /// The host that was requested from a trusted proxy, as in `client`. Builds no string in the usual case
  /// without one.
  package func forwardedHost(of request: HTTPRequest, from peer: HTTPPeer) -> String? {
    guard mayForwardHost(request) else { return nil }
    return client(of: request, from: peer).forwardedHost
  }

  /// Whether a proxy may name the host of the request; false is certain.
  package func mayForwardHost(_ request: HTTPRequest) -> Bool {
    trustsHost && (request.mayHold("X-Forwarded-Host") || request.mayHold("Forwarded"))
  }

  /// Whether a request without TLS may have reached a trusted proxy over TLS: true unless the proxy says
  /// otherwise in `X-Forwarded-Proto`.
  package func mayBeSecure(_ request: HTTPRequest, from peer: HTTPPeer) -> Bool {
    switch peer.front {
    case .secure: return true
    case .plain: return false
    case .trusted: break
    case .unknown: guard trusts(peer.address) else { return false }
    }
    if request.range("X-Forwarded-Proto") != nil {
      return !Self.last(request.fields, "X-Forwarded-Proto") { ByteScan.equals($0, "http") }
    }
    return request.mayHold("X-Forwarded-For") || request.mayHold("Forwarded")
  }

  /// Whether a trusted proxy states that the client uses TLS: in `X-Forwarded-Proto`, or else in the
  /// element of `Forwarded` that names the client.
  package func isSecure(_ request: HTTPRequest, from peer: HTTPPeer) -> Bool {
    guard trusts(peer.address) else { return false }
    if request.range("X-Forwarded-Proto") != nil {
      return Self.last(request.fields, "X-Forwarded-Proto") { ByteScan.equals($0, "https") }
    }
    guard request.range("Forwarded") != nil else { return false }
    var isSecure = false
    walk(elements(request.fields)) { element in
      let read = ForwardedElement(element)
      if let scheme = read.scheme {
        isSecure = ByteScan.equals(element, scheme, "https")
      }
      return read.address
    }
    return isSecure
  }

  /// Whether an address belongs to a trusted proxy; nil stands for a unix socket.
  package func trusts(_ address: IPAddress?) -> Bool {
    guard let address else { return trustsUnixSockets }
    return networks.contains { $0.contains(address) }
  }

  /// Whether a request has forwarding fields from a peer that is not configured as a proxy but may well
  /// be one: all visitors behind it would count as one client. False for public addresses, since anyone
  /// on the internet can send these fields.
  package func ignores(_ request: HTTPRequest, from peer: HTTPPeer) -> Bool {
    guard request.mayHold("X-Forwarded-For"), !trusts(peer.address),
      peer.address?.isPublic != true
    else { return false }
    return request.range("X-Forwarded-For") != nil
  }

  /// The origin of a request.
  ///
  /// `X-Forwarded-For` is read from its end, since each address was added by the following hop. The first
  /// address that is not a trusted proxy is the client; anything before it is ignored. After an
  /// unreadable hop, and beyond sixteen hops or 4096 bytes, the last trusted proxy is the client.
  /// `Forwarded` (RFC 7239) is read the same way, but only if `X-Forwarded-For` is absent: few proxies
  /// write both, and many forward a client's own `Forwarded`.
  package func client(of request: HTTPRequest, from peer: HTTPPeer) -> HTTPClient {
    let isForwarded =
      request.mayHold("X-Forwarded-For") || request.mayHold("Forwarded")
      || trustsHost && request.mayHold("X-Forwarded-Host")
    guard isForwarded, trusts(peer.address) else { return HTTPClient(address: peer.address) }
    let fields = request.fields
    if request.range("X-Forwarded-For") != nil {
      let hops = ForwardedList(fields: fields, name: "X-Forwarded-For", hasQuotedStrings: false)
      return HTTPClient(
        address: walk(hops, ForwardedNode.address) ?? peer.address,
        forwardedHost: forwardedHost(fields))
    }
    guard request.range("Forwarded") != nil else {
      return HTTPClient(address: peer.address, forwardedHost: forwardedHost(fields))
    }
    let address = walk(elements(fields)) { ForwardedElement($0).address }
    return HTTPClient(
      address: address ?? peer.address, forwardedHost: trustsHost ? lastHost(fields) : nil)
  }

  private func elements(_ fields: HTTPFields) -> ForwardedList {
    ForwardedList(fields: fields, name: "Forwarded", hasQuotedStrings: true)
  }

  /// Reads hops until one is not a trusted proxy or is unreadable.
  ///
  /// - Returns: the last address that was read; nil if there is none.
  @discardableResult
  private func walk(
    _ hops: ForwardedList, _ address: (Span<UInt8>) -> IPAddress?
  ) -> IPAddress? {
    var origin: IPAddress?
    hops.readFromEnd { hop in
      guard let address = address(hop) else { return false }
      origin = address
      return trusts(address)
    }
    return origin
  }

  // MARK: - The requested host

  private func forwardedHost(_ fields: HTTPFields) -> String? {
    guard trustsHost else { return nil }
    var host: String?
    _ = Self.last(fields, "X-Forwarded-Host") { element in
      host = Self.host(element)
      return true
    }
    return host
  }

  private func lastHost(_ fields: HTTPFields) -> String? {
    var host: String?
    elements(fields).readFromEnd { element in
      host = ForwardedElement(element).host.flatMap { Self.host(element.extracting($0)) }
      return false
    }
    return host
  }

  /// The result of `ask` for the last element of a list; false for an empty list.
  private static func last(
    _ fields: HTTPFields, _ name: StaticString, _ ask: (Span<UInt8>) -> Bool
  ) -> Bool {
    var answer = false
    ForwardedList(fields: fields, name: name, hasQuotedStrings: false).readFromEnd { element in
      answer = ask(element)
      return false
    }
    return answer
  }

  /// The text if it is a valid value of a Host field; nil otherwise.
  private static func host(_ text: Span<UInt8>) -> String? {
    guard AuthorityGrammar.isValid(text, text.indices) else { return nil }
    return text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}

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
