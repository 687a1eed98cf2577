package import HTTPCore

/// The settings of a server.
package struct HTTPServerConfiguration: Equatable, Sendable {
  package var workers: Int
  package var limits: HTTPServerLimits
  /// The peers whose connections are not counted by address, since each stands for many clients.
  package var proxies: TrustedProxies
  /// The peers whose connections begin with a header that tells of whom they are
  /// (``ProxyHeaderDecoder``).
  package var introducers: TrustedProxies
  /// The value of `Strict-Transport-Security` (RFC 6797), which only responses over TLS have; nil for
  /// none.
  package var strictTransportSecurity: String?

  package init(
    workers: Int = 1, limits: HTTPServerLimits = HTTPServerLimits(),
    proxies: TrustedProxies = TrustedProxies(), introducers: TrustedProxies = TrustedProxies(),
    strictTransportSecurity: String? = nil
  ) {
    self.strictTransportSecurity = strictTransportSecurity
    self.workers = workers
    self.limits = limits
    self.proxies = proxies
    self.introducers = introducers
  }
}

/// What clients may take of a server. Times are in seconds.
package struct HTTPServerLimits: Equatable, Sendable {
  package var requests: HTTPLimits
  /// The maximum number of open connections. A further one takes the place of the connection that
  /// has been idle longest; where none is idle, it is answered with 503.
  package var connections: Int
  /// The maximum number of open connections of an IPv4 address or an IPv6 network of 64 bits;
  /// further ones are answered with 429. 0 for no limit. Peers that are proxies are exempt, and unix
  /// sockets.
  package var connectionsPerAddress: Int
  /// From the first byte of a request to the end of its head.
  package var headerTimeout: Int
  /// From the end of the head to the end of the body.
  package var bodyTimeout: Int
  /// Between two requests.
  package var idleTimeout: Int
  /// While the client takes no byte of a response.
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
