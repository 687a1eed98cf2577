package import HTTPServer
package import Service
import WebSyntax
package import WireCalls

/// The settings of the process: its listeners, its limits and its log.
package struct ServerSettings: Equatable, Sendable {
  /// `127.0.0.1:8080`, `[::1]:8080`, both with `tls:` before them where they speak TLS, or `unix:` and
  /// an absolute path.
  package var listen = ["127.0.0.1:8080"]
  /// The same for the management listener; empty for none.
  package var management = ["127.0.0.1:8081"]
  /// Whether the system keeps connections to the public listeners back until the client sends.
  package var defersAccept = false
  /// 0 for one per core.
  package var workers = 0
  /// Addresses and CIDR networks whose forwarding fields are trusted, and the word `unix:` for the
  /// peers of unix sockets.
  package var trustedProxies: [String] = []
  /// Whether the trusted proxies may also name the requested host.
  package var trustForwardedHost = false
  /// Further names under which the management listener answers, in lower case.
  package var managementHosts: [String] = []
  /// Addresses and CIDR networks that may use the management listener; empty for all.
  package var managementNetworks: [String] = []
  /// The services whose calls the management listener answers beside its own.
  package var compatible: [CompatibleService] = []
  package var accessLog: AccessLogTarget = .standardOutput
  package var log = LogPrivacy()
  /// The absolute path of a database of countries; nil without one.
  package var geoDatabase: String?
  /// Seconds.
  package var drainTimeout = 10
  package var limits = HTTPServerLimits()
  /// Nil where no listener speaks TLS.
  package var tls: TLSSettings?
  /// Addresses and CIDR networks whose connections to the public listeners begin with the header of
  /// the PROXY protocol, and the word `unix:` for the peers of unix sockets.
  package var proxyProtocol: [String] = []
  /// Bytes for links of the store that were recently visited.
  package var linkMemory = 67_108_864

  package init() {}
}

extension ServerSettings {
  /// The first of those who introduce clients whose `X-Forwarded-Proto` would not count; nil for none.
  var introducerWithUnknownScheme: String? {
    let trusted = trustedProxies.compactMap { try? IPNetwork(parsing: $0) }
    return proxyProtocol.first { text in
      guard let network = try? IPNetwork(parsing: text) else {
        return !trustedProxies.contains(text)
      }
      return !trusted.contains { $0.contains(network) }
    }
  }
}

/// The destination of the access log.
package enum AccessLogTarget: Equatable, Sendable {
  case nowhere
  case standardOutput
  /// An absolute path.
  case file(String)
}
