package import HTTPCore

/// The settings of a server.
package struct HTTPServerConfiguration: Equatable, Sendable {
  package var workers: Int
  package var limits: HTTPServerLimits

  package init(workers: Int = 1, limits: HTTPServerLimits = HTTPServerLimits()) {
    self.workers = workers
    self.limits = limits
  }
}

/// What clients may take of a server. Times are in seconds.
package struct HTTPServerLimits: Equatable, Sendable {
  package var requests: HTTPLimits
  /// The maximum number of open connections; further ones are answered with 503.
  package var connections: Int
  /// From the first byte of a request to the end of its head.
  package var headerTimeout: Int
  /// From the end of the head to the end of the body.
  package var bodyTimeout: Int
  /// Between two requests.
  package var idleTimeout: Int
  /// While the client takes no byte of a response.
  package var writeTimeout: Int

  package init(
    requests: HTTPLimits = HTTPLimits(), connections: Int = 10_000, headerTimeout: Int = 10,
    bodyTimeout: Int = 30, idleTimeout: Int = 75, writeTimeout: Int = 30
  ) {
    self.requests = requests
    self.connections = connections
    self.headerTimeout = headerTimeout
    self.bodyTimeout = bodyTimeout
    self.idleTimeout = idleTimeout
    self.writeTimeout = writeTimeout
  }
}
