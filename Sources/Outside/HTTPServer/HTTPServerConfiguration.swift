package import HTTPCore
package import WebSyntax

package struct HTTPServerConfiguration: Equatable, Sendable {
  package var workers: Int
  package var limits: HTTPServerLimits
  /// The peers whose connections are not counted by address, since each represents many clients.
  package var proxies: TrustedProxies
  /// The peers whose connections begin with a header that names the client (``ProxyHeaderDecoder``).
  package var introducers: TrustedProxies
  /// The networks whose connections are accepted, besides proxies, introducers and unix sockets; nil for
  /// all. Other connections are closed before they take a place.
  package var networks: [IPNetwork]?
  /// The value of `Strict-Transport-Security` (RFC 6797), sent only over TLS; nil for none.
  package var strictTransportSecurity: String?

  package init(
    workers: Int = 1, limits: HTTPServerLimits = HTTPServerLimits(),
    proxies: TrustedProxies = TrustedProxies(), introducers: TrustedProxies = TrustedProxies(),
    networks: [IPNetwork]? = nil, strictTransportSecurity: String? = nil
  ) {
    self.networks = networks
    self.strictTransportSecurity = strictTransportSecurity
    self.workers = workers
    self.limits = limits
    self.proxies = proxies
    self.introducers = introducers
  }
}

/// The limits for clients; times are in seconds.
package struct HTTPServerLimits: Equatable, Sendable {
  package var requests: HTTPLimits
  /// The maximum number of open connections. A further one replaces the connection that has been idle
  /// longest, or else the one whose head has been arriving longest; without either, it is answered with
  /// 503.
  package var connections: Int
  /// The maximum number of open connections of an IPv4 address or an IPv6 network of 64 bits. A further
  /// one replaces one of them that waits for a request, or is answered with 429. 0 for no limit. Proxies
  /// and unix sockets are exempt.
  package var connectionsPerAddress: Int
  /// The number of connections beyond these limits that are accepted for probes alone
  /// (`HTTPHandler.isProbe`).
  package var connectionsForProbes = 0
  /// The bytes of responses, and of requests behind them, that wait for clients to read, over all
  /// connections. Beyond it, those that have waited longest are closed.
  package var unreadBytes = 32 << 20
  /// The number of unfinished TLS handshakes; beyond it, the oldest are closed.
  package var handshakes = 2048
  /// The time from the first byte of a request to the end of its head.
  package var headerTimeout: Int
  /// The time from the end of the head to the end of the body; for a body that is streamed, the period in
  /// which some of it has to arrive (`TransferPace`).
  package var bodyTimeout: Int
  /// The time between two requests.
  package var idleTimeout: Int
  /// The time during which a client may take no byte of a response.
  package var writeTimeout: Int

  package init(
    requests: HTTPLimits = HTTPLimits(), connections: Int = 10_000,
    connectionsPerAddress: Int = 1000, headerTimeout: Int = 10, bodyTimeout: Int = 30,
    idleTimeout: Int = 75, writeTimeout: Int = 30
  ) {
    self.requests = requests
    self.connections = connections
    self.connectionsPerAddress = connectionsPerAddress
    self.headerTimeout = headerTimeout
    self.bodyTimeout = bodyTimeout
    self.idleTimeout = idleTimeout
    self.writeTimeout = writeTimeout
  }
}
