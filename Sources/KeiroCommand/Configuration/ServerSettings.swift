/// How the process serves: its listeners, its limits and its log.
package struct ServerSettings: Equatable, Sendable {
  /// `127.0.0.1:8080`, `[::1]:8080` or `unix:` and an absolute path.
  package var listen = ["127.0.0.1:8080"]
  /// The same for the management listener; empty: there is none.
  package var management = ["127.0.0.1:8081"]
  /// 0: one for each core.
  package var workers = 0
  /// Addresses and CIDR networks that may speak for others, and the word `unix:` for the peers of
  /// unix sockets.
  package var trustedProxies: [String] = []
  package var accessLog: AccessLogTarget = .standardOutput
  /// Seconds.
  package var drainTimeout = 10
  package var limits = ServerLimits()

  package init() {}
}

/// Where the access log goes.
package enum AccessLogTarget: Equatable, Sendable {
  case nowhere
  case standardOutput
  /// An absolute path.
  case file(String)
}

/// What one client may take of the server.
package struct ServerLimits: Equatable, Sendable {
  package var connections = 10_000
  /// Seconds from the first byte of a request to the end of its head.
  package var headerTimeout = 10
  /// Seconds from the end of the head to the end of the body.
  package var bodyTimeout = 30
  /// Seconds that an answer may wait for a client that does not read.
  package var writeTimeout = 30
  /// Seconds that a connection may stay open without a request.
  package var idleTimeout = 75
  package var headerBytes = 16_384
  package var headerFields = 100
  package var targetBytes = 8192
  package var bodyBytes = 1_048_576

  package init() {}
}
