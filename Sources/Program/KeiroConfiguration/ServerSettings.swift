package import HTTPServer
package import Service
import WebSyntax

/// The settings of the process: listeners, limits and logs.
package struct ServerSettings: Equatable, Sendable {
  /// The public addresses: `127.0.0.1:8080`, `[::1]:8080`, or `unix:` and an absolute path; a
  /// prefix of `tls:` turns on TLS.
  package var listen = ["127.0.0.1:8080"]
  /// The addresses of the management listener, in the same form; empty for none.
  package var management = ["127.0.0.1:8081"]
  /// Whether the kernel holds back connections to public listeners until the client sends
  /// something.
  package var defersAccept = false
  /// The number of workers; 0 for one per core.
  package var workers = 0
  /// Addresses and CIDR networks whose forwarding fields are trusted; `unix:` stands for the peers
  /// of unix sockets.
  package var trustedProxies: [String] = []
  /// Whether trusted proxies may also name the requested host.
  package var trustForwardedHost = false
  /// Additional host names of the management listener, in lower case.
  package var managementHosts: [String] = []
  /// Addresses and CIDR networks that may use the management listener; empty to allow all.
  package var managementNetworks: [String] = []
  /// Other services whose APIs the management listener also answers.
  package var compatible: [CompatibleService] = []
  /// The origins whose pages may use these APIs, and Firebase's; `*` stands for all.
  package var compatibleOrigins: [String] = []
  package var accessLog: AccessLogTarget = .standardOutput
  package var log = LogPrivacy()
  /// The absolute path of a country database; nil for none.
  package var geoDatabase: String?
  /// The seconds that requests have to finish after a stop is requested.
  package var drainTimeout = 10
  package var limits = HTTPServerLimits()
  /// The TLS settings; nil if no listener uses TLS.
  package var tls: TLSSettings?
  /// Addresses and CIDR networks whose connections to public listeners begin with a PROXY protocol
  /// header; `unix:` stands for the peers of unix sockets.
  package var proxyProtocol: [String] = []
  package var linkMemory = 67_108_864
}

extension ServerSettings {
  /// The first peer that sends a PROXY header but is no trusted proxy, so that its
  /// `X-Forwarded-Proto` would be ignored; nil if there is none.
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

package enum AccessLogTarget: Equatable, Sendable {
  case nowhere
  case standardOutput
  case file(String)
}
