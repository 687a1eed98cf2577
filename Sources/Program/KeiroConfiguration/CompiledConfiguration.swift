package import HTTPCore
package import HTTPServer
package import PublicSite
package import SiteModel
import WebSyntax

/// A configuration ready to be served. It does not keep the parsed file: the snapshot holds every
/// part that is needed later, and the settings are those that were read.
@dynamicMemberLookup
package struct CompiledConfiguration: Sendable {
  /// The configuration without its apps and sites.
  private let settings: Configuration
  package let snapshot: ServiceSnapshot
  /// The pages and documents prepared for the snapshot's sites.
  package let prepared: PreparedSites
  package let warnings: [ConfigurationProblem]
  /// The SHA-256 of the file, in hexadecimal; nil when libcrypto cannot compute it.
  package let digest: String?

  package init(path: String) throws(ConfigurationFailure) {
    var loaded = try ConfigurationLoader.load(path: path)
    digest = loaded.digest
    let service = loaded.takeService()
    let (snapshot, problems) = Self.compile(loaded, service)
    guard let snapshot, !problems.contains(where: { $0.severity == .error }) else {
      throw .invalid(ConfigurationLoader.inFileOrder(loaded.warnings + problems))
    }
    guard let prepared = PreparedSites(snapshot, linkBytes: loaded.configuration.server.linkMemory)
    else {
      throw .unreadable("libcrypto computes no digest")
    }
    self.prepared = prepared
    settings = loaded.configuration
    self.snapshot = snapshot
    warnings = ConfigurationLoader.inFileOrder(loaded.warnings + problems)
  }

  package subscript<Value>(dynamicMember setting: KeyPath<Configuration, Value>) -> Value {
    settings[keyPath: setting]
  }

  /// Compiles a configuration. The snapshot is nil if there are errors; each problem has its
  /// position in the file.
  package static func compile(
    _ loaded: LoadedConfiguration
  ) -> (snapshot: ServiceSnapshot?, problems: [ConfigurationProblem]) {
    compile(loaded, loaded.configuration.service)
  }

  private static func compile(
    _ loaded: LoadedConfiguration, _ service: consuming ServiceDefinition
  ) -> (snapshot: ServiceSnapshot?, problems: [ConfigurationProblem]) {
    let compilation = ServiceSnapshot.compile(service)
    return (
      compilation.snapshot, loaded.placing(compilation.problems.map(ConfigurationProblem.init))
    )
  }

  package var proxies: TrustedProxies {
    Self.peers(settings.server.trustedProxies, trustsHost: settings.server.trustForwardedHost)
  }

  private static func peers(_ texts: [String], trustsHost: Bool = false) -> TrustedProxies {
    TrustedProxies(
      networks: texts.compactMap { try? IPNetwork(parsing: $0) },
      trustsUnixSockets: texts.contains("unix:"), trustsHost: trustsHost)
  }

  /// The settings of a server with this number of workers.
  package func httpServer(workers: Int) -> HTTPServerConfiguration {
    HTTPServerConfiguration(
      workers: workers, limits: settings.server.limits, proxies: proxies,
      introducers: Self.peers(settings.server.proxyProtocol),
      strictTransportSecurity: settings.server.tls?.strictTransport?.value)
  }
}
