package import HTTPCore
package import HTTPServer
package import LinkStorage
package import Outgoing
package import PublicSite
package import Service
package import SiteModel
import WebSyntax

/// A configuration ready to be served. It does not keep the parsed file: the snapshot holds every
/// part that is needed later.
package struct CompiledConfiguration: Sendable {
  /// The settings of the process.
  package let server: ServerSettings
  /// The store for links and counts.
  package let store: StoreSettings
  /// The retention of the audit log.
  package let audit: AuditSettings
  /// The retention of earlier versions of links.
  package let history: HistoryRetention
  /// The pace at which destinations of links are checked; nil if they are not checked.
  package let health: LookPace?
  /// The rules for requests to other servers.
  package let outgoing: OutgoingRules
  /// The settings of the dashboard.
  package let dashboard: DashboardSettings
  /// The settings for examining the service's own hosts.
  package let doctor: DoctorSettings
  /// The retention of counts.
  package let statistics: StatisticsRetention
  /// The compiled apps and sites.
  package let snapshot: ServiceSnapshot
  /// The pages and documents prepared for the snapshot's sites.
  package let prepared: PreparedSites
  /// Warnings about settings that are valid but probably unintended.
  package let warnings: [ConfigurationProblem]

  /// Reads, checks and compiles a configuration file.
  package init(path: String) throws(ConfigurationFailure) {
    var loaded = try ConfigurationLoader.load(path: path)
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
    server = loaded.configuration.server
    store = loaded.configuration.store
    audit = loaded.configuration.audit
    history = loaded.configuration.history
    health = loaded.configuration.health
    outgoing = loaded.configuration.outgoing
    dashboard = loaded.configuration.dashboard
    doctor = loaded.configuration.doctor
    statistics = loaded.configuration.statistics
    self.snapshot = snapshot
    warnings = ConfigurationLoader.inFileOrder(loaded.warnings + problems)
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
    let problems = compilation.problems.map { problem in
      ConfigurationProblem(
        problem.isError ? .error : .warning, path: problem.path, message: problem.message)
    }
    return (compilation.snapshot, loaded.placing(problems))
  }

  /// The proxies whose forwarding fields are trusted.
  package var proxies: TrustedProxies {
    TrustedProxies(
      networks: server.trustedProxies.compactMap { try? IPNetwork(parsing: $0) },
      trustsUnixSockets: server.trustedProxies.contains("unix:"),
      trustsHost: server.trustForwardedHost)
  }

  private var introducers: TrustedProxies {
    TrustedProxies(
      networks: server.proxyProtocol.compactMap { try? IPNetwork(parsing: $0) },
      trustsUnixSockets: server.proxyProtocol.contains("unix:"))
  }

  /// The settings of a server with this number of workers.
  package func httpServer(workers: Int) -> HTTPServerConfiguration {
    HTTPServerConfiguration(
      workers: workers, limits: server.limits, proxies: proxies, introducers: introducers,
      strictTransportSecurity: server.tls?.strictTransport?.value)
  }
}
