package import HTTPServer

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
  package var limits = HTTPServerLimits()

  package init() {}
}

/// Where the access log goes.
package enum AccessLogTarget: Equatable, Sendable {
  case nowhere
  case standardOutput
  /// An absolute path.
  case file(String)
}
