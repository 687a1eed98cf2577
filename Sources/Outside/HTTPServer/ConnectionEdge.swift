import HTTPCore
import TLS
import WebSyntax

/// The layers below HTTP: the client as the socket or a proxy's header names it, and TLS.
struct ConnectionEdge {
  private(set) var peer: HTTPPeer
  /// The client whose connections are counted; nil for proxies and unix sockets.
  private(set) var client: ConnectionCounts.Client?
  /// Whether requests and responses pass through the socket unencrypted, and nothing precedes them.
  private(set) var isPlain = true
  /// Nil without TLS.
  private(set) var tls: TLSSession?
  /// The decoder of the proxy's header; nil once that has been read, and where none is expected.
  private var introduction: ProxyHeaderDecoder?
  /// The authority of the last request, for which the certificate is valid.
  private var coveredAuthority: [UInt8] = []

  init(peer: HTTPPeer, client: ConnectionCounts.Client?) {
    self.peer = peer
    self.client = client
  }

  /// Prepares for bytes that are not requests yet.
  ///
  /// - Parameters:
  ///   - isIntroduced: whether a proxy's header comes first.
  ///   - tls: the session of a secure connection.
  mutating func prepare(isIntroduced: Bool, tls: TLSSession?) {
    isPlain = false
    self.tls = tls
    if isIntroduced { introduction = ProxyHeaderDecoder() }
  }

  /// Reads a proxy's header; nil when none is expected.
  mutating func decodeIntroduction(
    _ bytes: Span<UInt8>
  ) -> (taken: Int, event: ProxyHeaderDecoder.Event)? {
    introduction?.decode(bytes)
  }

  /// Notes that a proxy's header was read.
  ///
  /// - Parameters:
  ///   - address: the address of the client; nil when the proxy speaks for itself.
  ///   - isTrusted: whether the proxy's fields are trusted.
  ///   - client: the client of that address as it is counted.
  mutating func didReadIntroduction(
    from address: IPAddress?, isTrusted: Bool, client: ConnectionCounts.Client?
  ) {
    if let address {
      let front = introduction?.isClientSecure.map { $0 ? HTTPPeer.Front.secure : .plain }
      peer = HTTPPeer(
        address: address, isSecure: peer.isSecure, front: front ?? (isTrusted ? .trusted : .unknown)
      )
      self.client = client
    }
    introduction = nil
    isPlain = !peer.isSecure
  }

  /// Whether the certificate is valid for the authority of a request, and true without TLS.
  mutating func covers(_ authority: ArraySlice<UInt8>) -> Bool {
    guard let tls, !coveredAuthority.elementsEqual(authority) else { return true }
    let host = String(decoding: HTTPHost.name(of: authority), as: UTF8.self)
    guard tls.covers(host: host) else { return false }
    coveredAuthority = Array(authority)
    return true
  }

  /// Ends TLS.
  ///
  /// - Returns: whether there was a session.
  mutating func endTLS() -> Bool {
    guard let tls else { return false }
    tls.end()
    self.tls = nil
    return true
  }
}
