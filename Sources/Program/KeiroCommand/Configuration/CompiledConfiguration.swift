import Dashboard
import HTTPCore
import HTTPServer
import LinkStorage
import Outgoing
import Management
import Probing
import PublicSite
import SiteModel
import WebSyntax

/// A configuration ready to be served. It does not keep the parsed file: the snapshot holds every
/// part that is needed later.
struct CompiledConfiguration: Sendable {
  let server: ServerSettings
  let store: StoreSettings
  let audit: AuditSettings
  let history: HistoryRetention
  let health: LookPace?
  let outgoing: OutgoingRules
  let dashboard: DashboardSettings
  let doctor: DoctorSettings
  let statistics: StatisticsRetention
  let snapshot: ServiceSnapshot
  /// The pages and documents prepared for the snapshot's sites.
  let prepared: PreparedSites
  /// Warnings about settings that are valid but probably unintended.
  let warnings: [ConfigurationProblem]

  /// Reads, checks and compiles a configuration file.
  init(path: String) throws(ConfigurationFailure) {
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

  /// Passes a configuration to a command; an invalid one ends the command with an error message.
  static func with(
    path: String, _ console: Console, _ body: (CompiledConfiguration) -> ExitCode
  ) -> ExitCode {
    do throws(ConfigurationFailure) {
      return body(try CompiledConfiguration(path: path))
    } catch {
      return console.tell(error, file: path)
    }
  }

  /// Compiles a configuration. The snapshot is nil if there are errors; each problem has its
  /// position in the file.
  static func compile(
    _ loaded: LoadedConfiguration
  ) -> (snapshot: ServiceSnapshot?, problems: [ConfigurationProblem]) {
    compile(loaded, loaded.configuration.service)
  }

  private static func compile(
    _ loaded: LoadedConfiguration, _ service: consuming ServiceDefinition
  ) -> (snapshot: ServiceSnapshot?, problems: [ConfigurationProblem]) {
    let compilation = ServiceSnapshot.compile(service)
    guard !compilation.problems.isEmpty else { return (compilation.snapshot, []) }
    let places = loaded.places()
    let problems = compilation.problems.map { problem in
      ConfigurationProblem(
        problem.isError ? .error : .warning, path: problem.path,
        position: places?.position(path: problem.path), message: problem.message)
    }
    return (compilation.snapshot, problems)
  }

  var proxies: TrustedProxies {
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

  /// - Parameter isInherited: whether systemd opened the listeners, in which case their addresses
  ///   are not those of the configuration.
  func managementAccess(isInherited: Bool) -> ManagementAccess {
    let listen = server.management.map { text in
      let text = ListenAddress(text).address
      return IPAddress(
        text.prefix(upTo: text.lastIndex(of: ":") ?? text.endIndex).filter { !"[]".contains($0) })
    }
    let addresses = listen.compactMap { $0.flatMap { $0.isUnspecified ? nil : $0 } }
    return ManagementAccess(
      names: server.managementHosts,
      addresses: isInherited || addresses.count < listen.count ? nil : addresses,
      networks: server.managementNetworks.compactMap { try? IPNetwork(parsing: $0) })
  }

  func httpServer(workers: Int) -> HTTPServerConfiguration {
    HTTPServerConfiguration(
      workers: workers, limits: server.limits, proxies: proxies, introducers: introducers,
      strictTransportSecurity: server.tls?.strictTransport?.value)
  }
}
