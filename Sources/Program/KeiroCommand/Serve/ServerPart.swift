import Dashboard
import Deliveries
import Dispatch
import HTTPCore
import HTTPServer
import KeiroConfiguration
import LinkStorage
import Management
import PublicSite
import Service
import SiteModel
import System
import Telemetry
import WebSyntax
import WireCalls

/// Both servers with their handlers: for visitors and for management.
///
/// Listeners and workers stay those of the first configuration; the workers' answers follow every
/// change.
final class ServerPart: ServicePart {
  struct Sources {
    let sites: SitePart
    let countries: CountryPart
    let accessLog: AccessLog
    let orders: CertificateOrders
    let served: ServedStore
    let pushes: PushSender
    /// Uploads in progress survive a change of the configuration.
    let uploads = ImportUploads()
    let health: ServiceHealth
    let status: StatusBoard
  }

  private struct Running {
    let listeners: ServiceListeners
    let visitors: HTTPServer
    let management: HTTPServer
  }

  private let sources: Sources
  private let file: String
  private let manager: ServiceManager
  private let clock: ServerClock
  private let environment: ServiceEnvironment
  /// One recorder for each worker of the public listeners.
  private let recorders: [ClickRecorder]
  private let pageMemory = DashboardMemory()
  private var limits: LimitWatch
  private var configuration: CompiledConfiguration
  private var running: Running?
  private var hasStarted = false

  /// The seconds that the last clicks wait for the store.
  private static let patience = 3

  /// Descriptors for timers, signals, the store's readers and a few clients. Without a descriptor for
  /// itself, Dispatch neither serves nor receives a signal.
  private static let spareDescriptors = 32

  /// - Throws: an error if so few descriptors are left that Dispatch might end the process.
  static func checkDescriptors() throws(ServiceFailure) {
    guard Process.hasFreeDescriptors(spareDescriptors) else {
      throw ServiceFailure(
        "fewer than \(spareDescriptors) more files may be opened: raise the limit (ulimit -n)")
    }
  }

  init(
    _ configuration: CompiledConfiguration, file: String, manager: ServiceManager,
    clock: ServerClock, sources: Sources, _ environment: ServiceEnvironment
  ) {
    self.configuration = configuration
    self.file = file
    self.manager = manager
    self.clock = clock
    self.sources = sources
    self.environment = environment
    limits = LimitWatch(
      sources.health.metrics.workers, management: sources.health.metrics.management)
    recorders = sources.health.metrics.workers.map { metrics in
      ClickRecorder(
        store: sources.health.directory.clicks, unknown: sources.health.directory.managed
      ) {
        metrics.clicksDropped.add($0)
      }
    }
  }

  /// The public addresses as in the configuration, with their actual ports.
  var publicAddresses: [String] { running?.visitors.names ?? [] }
  var managementAddresses: [String] { running?.management.names ?? [] }
  /// Lines about the addresses of the configuration that are not opened.
  var unopened: [String] { running?.listeners.unopened ?? [] }
  /// Where a browser on this machine finds what is served.
  var browserAddresses: BrowserAddresses {
    BrowserAddresses(
      hosts: sources.sites.snapshot.sites.flatMap(\.definition.hosts).filter { !$0.isWildcard }.map(
        \.name),
      listeners: publicAddresses, management: managementAddresses,
      dashboard: configuration.dashboard.origin)
  }

  /// For each worker of both servers, a function that has it answer as soon as it gets to it.
  var workersAnswering: [@Sendable (_ answer: @escaping @Sendable () -> Void) -> Void] {
    running.map { $0.visitors.workersAnswering + $0.management.workersAnswering } ?? []
  }

  func prepare(_ next: CompiledConfiguration) throws(ServiceFailure) -> Adoption {
    if running == nil {
      running = try open(next)
      try Self.checkDescriptors()
    }
    return { [self] in
      configuration = next
      replaceHandlers()
      guard !hasStarted else { return }
      hasStarted = true
      running?.visitors.start()
      running?.management.start()
    }
  }

  private func open(_ configuration: CompiledConfiguration) throws(ServiceFailure) -> Running {
    let metrics = sources.health.metrics
    let listeners = try ServiceListeners(
      configuration.server, workers: metrics.workers.count, manager: manager)
    do throws(SystemError) {
      let visitors = try HTTPServer(
        configuration: visitorSettings(configuration),
        listeners: listeners.publicListeners.plain,
        secureListeners: listeners.publicListeners.secure, metrics: metrics.workers, clock: clock
      ) { _ in ClosedHandler() }
      let management = try HTTPServer(
        configuration: Self.managementSettings(configuration),
        listeners: listeners.management.plain, secureListeners: listeners.management.secure,
        metrics: [metrics.management], clock: clock
      ) { _ in ClosedHandler() }
      return Running(listeners: listeners, visitors: visitors, management: management)
    } catch {
      throw ServiceFailure(error)
    }
  }

  func serve(_ certificates: ServedCertificates) {
    sources.health.gauges.set(certificates)
    running?.visitors.replaceTLS(certificates.publicContext)
    running?.management.replaceTLS(certificates.managementContext)
  }

  func tick() -> Bool {
    limits.lines(at: environment.steady()).forEach(environment.log)
    return false
  }

  /// Lets visitors finish, then API callers; nothing is counted afterwards.
  func stop() {
    let timeout = configuration.server.drainTimeout
    let start = environment.steady()
    running?.visitors.drain(timeout: timeout)
    // Calls such as imports and pushes take longer than visits, and have what is left of the time.
    running?.management.drain(timeout: max(1, timeout - Int(environment.steady() - start)))
    let deadline = DispatchTime.now() + .seconds(Self.patience)
    let left = ClickRecorder.close(recorders, by: deadline)
    sources.health.directory.limitedClicks.close(by: deadline)
    keep(left)
  }

  /// Stores clicks that the store has not confirmed.
  private func keep(_ batches: [CountBatch]) {
    guard !batches.isEmpty else { return }
    let visits = batches.reduce(0) { $0 + $1.visits }
    let clicks = CountBatch.clicks(visits)
    var reason = "has no file for them"
    do throws(LinkStoreError) {
      if let path = try sources.served.keep(batches) {
        return environment.log(
          "the store did not take \(clicks) in time: \(path) has them for the next start")
      }
    } catch {
      reason = "they could not be kept: \(error)"
    }
    sources.health.metrics.all.first?.clicksDropped.add(visits)
    environment.log("\(clicks) lost: the store did not take them in time, and \(reason)")
  }

  // MARK: - Handlers

  func replaceHandlers() {
    running?.visitors.replaceHandlers(visitorSettings(configuration), publicHandlers())
    running?.management.replaceHandlers(
      Self.managementSettings(configuration), managementHandlers())
  }

  private func publicHandlers() -> @Sendable (_ worker: Int) -> any HTTPHandler {
    let (configuration, snapshot) = (configuration, sources.sites.snapshot)
    let (directory, recorders, metrics) = (
      sources.health.directory, recorders, sources.health.metrics
    )
    let (visitors, write) = (sources.countries.sources, sources.accessLog.write)
    let edge = configuration.edge(sources.orders)
    return { worker in
      PublicHandler(
        snapshot: snapshot, prepared: configuration.prepared, proxies: configuration.proxies,
        journal: RequestJournal(
          metrics: metrics.workers[worker], privacy: configuration.server.log, write: write),
        directory: directory, recorder: recorders[worker], edge: edge, sources: visitors)
    }
  }

  private func managementHandlers() -> @Sendable (_ worker: Int) -> any HTTPHandler {
    let isInherited = running?.listeners.isManagementInherited ?? false
    let acceptQueues = running.map { running in
      { @Sendable [listeners = running.listeners] in listeners.acceptQueues }
    }
    let access = configuration.managementAccess(isInherited: isInherited)
    let (directory, health) = (sources.health.directory, sources.health)
    var services = ManagementServices()
    services.outgoing = configuration.outgoing
    services.pushes = sources.pushes
    services.origin = configuration.dashboard.origin
    services.uploads = sources.uploads
    services.status = sources.status
    services.callingOrigins = CallingOrigins(configuration.server.compatibleOrigins)
    let service = ManagementService(
      snapshot: sources.sites.snapshot, directory: directory, proxies: configuration.proxies,
      services: services, doctor: sources.health.doctor.access(configuration))
    let pages = DashboardPages(
      service: service, directory: directory, proxies: configuration.proxies,
      settings: configuration.dashboard,
      sources: DashboardSources(
        configuration, file: file, node: sources.served.node, log: environment.log),
      memory: pageMemory)
    let calls = WireCalls(configuration.server.compatible, of: service)
    let others: [any ManagementPages] = [calls] + [pages].compactMap(\.self)
    return { _ in
      ManagementHandler(
        sources: health.sources(acceptQueues: acceptQueues ?? { [] }), service: service,
        access: access, metrics: health.metrics.management, pages: others)
    }
  }

  private func visitorSettings(_ configuration: CompiledConfiguration) -> HTTPServerConfiguration {
    configuration.httpServer(workers: sources.health.metrics.workers.count)
  }

  /// The settings of the management listener, which accepts the same requests as the public ones from
  /// fewer clients.
  private static func managementSettings(
    _ configuration: CompiledConfiguration
  ) -> HTTPServerConfiguration {
    var settings = configuration.httpServer(workers: 1)
    settings.limits.connections = ManagementLimits.connections
    let each = settings.limits.connectionsPerAddress
    settings.limits.connectionsPerAddress = min(
      each == 0 ? .max : each, ManagementLimits.connectionsPerAddress)
    settings.limits.connectionsForProbes = ManagementLimits.connectionsForProbes
    settings.limits.unreadBytes = ManagementLimits.unreadBytes
    settings.networks = configuration.managementNetworks
    // The PROXY protocol is for the public listeners.
    settings.introducers = TrustedProxies()
    // It would apply to every port of the host, including those of other services.
    settings.strictTransportSecurity = nil
    return settings
  }
}

enum ManagementLimits {
  static let connections = 256
  static let connectionsPerAddress = 64
  /// Beyond these, for probes alone.
  static let connectionsForProbes = 16
  /// Enough for a few answers of the longest kind.
  static let unreadBytes = 64 << 20
}

/// The handler of a worker that has not started; it never receives a request.
private final class ClosedHandler: HTTPHandler {
  func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake { .refuse(HTTPResponse(.serviceUnavailable)) }

  func answer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer { .ready(HTTPResponse(.serviceUnavailable)) }

  func response(to failure: HTTPFailure, from peer: HTTPPeer) -> HTTPResponse {
    HTTPResponse(failure.status)
  }

  func finished(_ request: HTTPRequest?, _ response: HTTPResponse, _ exchange: HTTPExchange) {}
  func tick(at now: HTTPInstant) {}
}

extension HTTPServer {
  fileprivate var names: [String] { addresses + secureAddresses.map { "tls:" + $0 } }
}

extension CompiledConfiguration {
  /// - Parameter isInherited: whether systemd opened the listeners, in which case their addresses
  ///   are not those of the configuration.
  fileprivate func managementAccess(isInherited: Bool) -> ManagementAccess {
    let listen = self.server.management.map { ListenAddress($0).ipAddress }
    let addresses = listen.compactMap { $0.flatMap { $0.isUnspecified ? nil : $0 } }
    // Browsers ask for the dashboard under the name of its origin.
    let origin = self.dashboard.origin.flatMap { WebURL($0)?.comparedHost }
    return ManagementAccess(
      names: self.server.managementHosts + [origin].compactMap(\.self),
      addresses: isInherited || addresses.count < listen.count ? nil : addresses,
      networks: managementNetworks ?? [])
  }

  /// The networks whose clients may use the management listener; nil for all.
  fileprivate var managementNetworks: [IPNetwork]? {
    let networks = self.server.managementNetworks.compactMap { try? IPNetwork(parsing: $0) }
    return networks.isEmpty ? nil : networks
  }

  fileprivate func edge(_ orders: CertificateOrders) -> PublicEdge {
    guard let tls = self.server.tls else { return PublicEdge() }
    let port = self.server.listen.map(ListenAddress.init).first { $0.isSecure }?.port ?? 443
    var edge = PublicEdge()
    if tls.redirectsPlain { edge.securePort = port }
    if tls.acme != nil { edge.keyAuthorization = { orders.keyAuthorization($0) } }
    return edge
  }
}
