import Dashboard
import Deliveries
import Dispatch
import Doctor
import HTTPCore
import Countries
import HTTPServer
import Links
import LinkStorage
import Management
import NodeStore
import PublicSite
import Service
import SiteModel
import System
import TLS
import Telemetry

/// The service while it runs: both servers, their counters, their log, and the signal handling.
final class RunningService: @unchecked Sendable {
  // Unchecked, because `control` is its executor: once it is made, mutable state is accessed only there,
  // which the methods on it check.

  private let file: String
  private let manager: ServiceManager
  let console: Console
  let directory: LinkDirectory
  private let recorders: [ClickRecorder]
  private let storeWatch: StoreWatch
  private let webhooks: WebhookSender
  private let pushes: PushSender
  private let doctor: DoctorWatch
  private let warmer = LinkWarmer()
  private let pageMemory = DashboardMemory()
  private let state = ServiceState()
  private let metrics: [WorkerMetrics]
  let publicServer: HTTPServer
  let managementServer: HTTPServer
  private let sources: ManagementHandler.Sources
  private let hasInheritedListeners: Bool
  private let startedAt = Clock.now()
  let control = DispatchQueue(label: "keiro.control")
  private let ended = DispatchSemaphore(value: 0)
  private var configuration: CompiledConfiguration
  private var snapshot: ServiceSnapshot
  /// The previous configuration, while a worker may still refer to it.
  private var retired: ServiceSnapshot?
  private var accessLog: AccessLog
  private var wellKnown: WellKnownWatch
  private var limits: LimitWatch
  private var countries: CountryWatch
  /// Nil where nothing speaks TLS.
  var certificates: CertificateWatch?
  let gauges: CertificateGauges
  let challenges: TLSChallenges
  let orders: CertificateOrders
  private var signals: SignalWatcher?
  private var timers: [any DispatchSourceTimer] = []

  init(
    _ configuration: CompiledConfiguration, file: String, manager: ServiceManager,
    console: Console
  ) throws(StartFailure) {
    self.file = file
    self.manager = manager
    self.console = console
    self.configuration = configuration
    let settings = configuration.server
    let countries = try Self.openCountries(settings.geoDatabase)
    self.countries = countries
    let store = try Self.openStore(configuration.store, console)
    let directory = LinkDirectory(store: store, passwords: .scrypt)
    self.directory = directory
    let storeWatch = StoreWatch(directory, keeping: configuration.retention) {
      console.complain("keiro: \($0)")
    }
    self.storeWatch = storeWatch
    let deliveries = DeliveryCounters()
    let webhooks = Self.webhookSender(store, configuration, console, deliveries)
    self.webhooks = webhooks
    let pushes = PushSender(
      configuration.outgoing, .serving(console), counters: deliveries)
    self.pushes = pushes
    let accessLog = try AccessLog(settings.accessLog)
    self.accessLog = accessLog
    let wellKnown = WellKnownWatch(folders: configuration.snapshot.wellKnownFolders)
    let snapshot = wellKnown.apply(to: configuration.snapshot)
    self.wellKnown = wellKnown
    self.snapshot = snapshot
    let workers = settings.workers == 0 ? Process.processors : settings.workers
    let metrics = (0..<workers).map { _ in Self.makeMetrics() }
    let managementMetrics = Self.makeMetrics()
    self.metrics = metrics + [managementMetrics]
    let challenges = TLSChallenges()
    self.challenges = challenges
    let orders = CertificateOrders(challenges: challenges) { console.complain("keiro: \($0)") }
    self.orders = orders
    let certificates: CertificateWatch?
    do throws(CertificateProblem) {
      certificates = try CertificateWatch.open(
        configuration, orders: orders, challenges: challenges, store: store)
    } catch {
      throw StartFailure(error.sentence)
    }
    self.certificates = certificates
    let gauges = CertificateGauges()
    gauges.set(certificates?.served.identities ?? [])
    self.gauges = gauges
    limits = LimitWatch(self.metrics)
    let recorders = metrics.map { metrics in
      ClickRecorder(store: store) { metrics.clicksDropped.add($0) }
    }
    self.recorders = recorders
    let listeners = try ServiceListeners(settings, workers: workers, manager: manager)
    hasInheritedListeners = listeners.isManagementInherited
    let doctor = DoctorWatch(
      configuration, snapshot: snapshot, say: { console.complain("keiro: \($0)") },
      changed: { Self.tell($0, store) })
    self.doctor = doctor
    sources = Self.managementSources(
      state: state, directory: directory, watch: storeWatch, doctor: doctor,
      deliveries: deliveries, metrics: self.metrics, startedAt: startedAt, gauges: gauges,
      queues: { [listeners] in listeners.acceptQueues })
    let handlers = ServiceHandlers(
      snapshot: snapshot, prepared: configuration.prepared, proxies: configuration.proxies,
      directory: directory, recorders: recorders, metrics: self.metrics, sources: sources,
      access: configuration.managementAccess(isInherited: hasInheritedListeners),
      dashboard: configuration.dashboard,
      pageSources: DashboardSources(
        configuration, file: file, directory: directory, gauges: gauges),
      pageMemory: pageMemory,
      services: configuration.managementServices(pushes), privacy: settings.log,
      visitors: countries.sources,
      doctor: doctor.access(configuration), edge: Self.edge(configuration, orders),
      writeLog: accessLog.write)
    do throws(SystemError) {
      publicServer = try HTTPServer(
        configuration: configuration.httpServer(workers: workers),
        listeners: listeners.publicListeners.plain,
        secureListeners: listeners.publicListeners.secure,
        tls: certificates?.served.publicContext, metrics: metrics
      ) { handlers.publicHandler(worker: $0) }
      managementServer = try HTTPServer(
        configuration: Self.managementSettings(configuration),
        listeners: listeners.management.plain, secureListeners: listeners.management.secure,
        tls: certificates?.served.managementContext, metrics: [managementMetrics]
      ) { _ in handlers.managementHandler() }
    } catch {
      throw StartFailure(error)
    }
    guard Process.hasFreeDescriptors(Self.spareDescriptors) else {
      throw StartFailure(
        "fewer than \(Self.spareDescriptors) further files may be opened: raise the limit (ulimit -n)"
      )
    }
  }

  /// For timers, signals, the store's readers and a few clients. Without a descriptor for its own
  /// use, Dispatch neither serves nor receives a signal.
  private static let spareDescriptors = 32

  private static func makeMetrics() -> WorkerMetrics {
    WorkerMetrics(
      routeNames: RouteLabel.names, failureNames: TLSFailure.allCases.map(\.name))
  }

  private static func openStore(
    _ settings: StoreSettings, _ console: Console
  ) throws(StartFailure) -> any LinkStore {
    do throws(LinkStoreError) {
      return try settings.openForServing { console.complain("keiro: \($0)") }
    } catch {
      throw StartFailure("cannot use the store: \(error)")
    }
  }

  private static func openCountries(_ path: String?) throws(StartFailure) -> CountryWatch {
    do throws(CountryDatabaseError) {
      return try CountryWatch(path)
    } catch {
      throw StartFailure(
        "cannot use the database of countries '\(path ?? "")' (server.geoDatabase): \(error.message)"
      )
    }
  }

  private static func tell(_ changes: [VerdictChange], _ store: any LinkStore) {
    let now = Timestamp(secondsSinceEpoch: Int(Clock.now()))
    let events = changes.map {
      WebhookEvent(.doctorChanged, host: $0.host, time: now, data: $0.output)
    }
    store.emit(events) { _ in }
  }

  private static func webhookSender(
    _ store: any LinkStore, _ configuration: CompiledConfiguration, _ console: Console,
    _ counters: DeliveryCounters
  ) -> WebhookSender {
    // A process that begins anew is another owner: what the last one had leased is not its own.
    let owner = "\(Process.hostName)/\(UInt64.random(in: 0 ... .max))"
    return WebhookSender(
      store, configuration.outgoing, owner: owner,
      WebhookSender.Means(
        agent: "keiro/\(keiroVersion)", clock: { Clock.now() },
        complain: { console.complain("keiro: \($0)") }),
      counters: counters)
  }

  private static func managementSources(
    state: ServiceState, directory: LinkDirectory, watch: StoreWatch, doctor: DoctorWatch,
    deliveries: DeliveryCounters, metrics: [WorkerMetrics], startedAt: Double,
    gauges: CertificateGauges,
    queues: @escaping @Sendable () -> [(listener: String, waiting: Int, limit: Int)]
  ) -> ManagementHandler.Sources {
    let unreadiness: @Sendable () -> String? = {
      if state.isDraining { return "the service is shutting down" }
      do throws(LinkStoreError) {
        try directory.store.check()
        return nil
      } catch {
        return "the store does not answer: \(error)"
      }
    }
    let node = directory.store as? NodeStore
    let unchangeability: @Sendable () -> String? = {
      unreadiness()
        ?? directory.store.troubles().first { $0.kind == .writes || $0.kind == .unreachable }?.text
    }
    return ManagementHandler.Sources(
      unreadiness: unreadiness,
      degradation: {
        let texts = directory.store.troubles().map(\.text)
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
      },
      unchangeability: unchangeability
    ) {
      let reloads = state.reloads
      var output = PrometheusText()
      output.append(metrics)
      output.append(acceptQueues: queues())
      output.append(directory.limits)
      deliveries.append(to: &output)
      output.append(
        ServiceGauges(
          version: keiroVersion, startedAt: startedAt, reloadsSucceeded: reloads.succeeded,
          reloadsFailed: reloads.failed, isReady: unreadiness() == nil))
      return output.text + gauges.metrics + (watch.measures?.metrics ?? "")
        + StoreMeasures.metrics(of: directory.store.troubles())
        + (node?.standing.metrics ?? "") + doctor.metrics
    }
  }

  /// Starts serving and listening for signals: one that arrives meanwhile is heard when all has begun.
  func start() {
    control.sync { begin() }
  }

  private func begin() {
    dispatchPrecondition(condition: .onQueue(control))
    signals = SignalWatcher(queue: control) { [self] signal in
      switch signal {
      case .terminate: end()
      case .hangUp: reload()
      }
    }
    publicServer.start()
    managementServer.start()
    for address in Self.names(publicServer) { console.complain("keiro: serving on \(address)") }
    for address in Self.names(managementServer) {
      console.complain("keiro: management on \(address)")
    }
    every(microseconds: 1_000_000) { [self] in
      refreshWellKnown()
      refreshCountries()
      refreshCertificates()
      sayLimits()
    }
    storeWatch.start()
    // A database is asked over the network.
    webhooks.start(every: directory.store is NodeStore ? 500 : 250)
    beginOrders()
    doctor.start()
    warmLinks()
    if let interval = manager.watchdogInterval {
      every(microseconds: interval) { [manager] in manager.notify("WATCHDOG=1") }
    }
    manager.notify("READY=1")
    Process.returnFreeMemory()
  }

  private static func names(_ server: HTTPServer) -> [String] {
    server.addresses + server.secureAddresses.map { "tls:" + $0 }
  }

  /// A store in memory needs no second place there.
  private func warmLinks() {
    dispatchPrecondition(condition: .onQueue(control))
    guard configuration.store != .memory else { return }
    warmer.begin(LinkWarming(snapshot, configuration.prepared, directory))
  }

  private func every(microseconds: Int, _ work: @escaping @Sendable () -> Void) {
    dispatchPrecondition(condition: .onQueue(control))
    let timer = DispatchSource.makeTimerSource(queue: control)
    let interval = DispatchTimeInterval.microseconds(microseconds)
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler(handler: work)
    timer.activate()
    timers.append(timer)
  }

  func waitForEnd() {
    ended.wait()
  }

  func end() {
    dispatchPrecondition(condition: .onQueue(control))
    guard !state.isDraining else { return }
    state.beginDraining()
    manager.notify("STOPPING=1")
    console.complain("keiro: shutting down")
    publicServer.drain(timeout: configuration.server.drainTimeout)
    managementServer.drain(timeout: 1)
    webhooks.stop()
    pushes.close()
    storeWatch.stop()
    doctor.stop()
    warmer.end()
    recorders.forEach { $0.close() }
    directory.limitedClicks.close()
    directory.store.close()
    accessLog.flush()
    ended.signal()
  }
}

// MARK: - Reloading

extension RunningService {
  /// Applies the current file as a whole or not at all.
  func reload() {
    dispatchPrecondition(condition: .onQueue(control))
    guard !state.isDraining else { return }
    manager.notify("RELOADING=1\nMONOTONIC_USEC=\(Clock.monotonic() / 1000)")
    defer { manager.notify("READY=1") }
    do throws(ConfigurationFailure) {
      let next = try CompiledConfiguration(path: file)
      try adopt(next)
      state.countReload(succeeded: true)
      console.complain("keiro: reloaded \(file)")
    } catch {
      state.countReload(succeeded: false)
      error.lines(file: file).forEach(console.complain)
      console.complain("keiro: \(file) was not reloaded: the old configuration goes on serving")
    }
  }

  private func adopt(_ next: CompiledConfiguration) throws(ConfigurationFailure) {
    let nextCertificates = try readCertificates(next)
    let nextCountries = try readCountries(next.server.geoDatabase)
    if next.server.accessLog == configuration.server.accessLog {
      accessLog.reopen()
    } else {
      do throws(StartFailure) {
        accessLog = try AccessLog(next.server.accessLog)
      } catch {
        throw .unreadable(error.message)
      }
    }
    next.warnings.forEach { console.complain($0.line(file: file)) }
    for key in next.keysThatNeedRestart(since: configuration) {
      console.complain("keiro: \(key) has changed: that takes effect when keiro is restarted")
    }
    if let nextCountries { countries = nextCountries }
    configuration = next
    if let nextCertificates {
      serve(nextCertificates)
      beginOrders()
    }
    storeWatch.keep(next.retention)
    webhooks.adopt(next.outgoing)
    pushes.adopt(next.outgoing)
    directory.store.note(
      .configurationReloaded, now: Timestamp(secondsSinceEpoch: Int(Clock.now()))
    ) { _ in }
    retired = snapshot
    wellKnown = WellKnownWatch(folders: next.snapshot.wellKnownFolders, before: wellKnown)
    snapshot = wellKnown.apply(to: next.snapshot)
    doctor.adopt(next, snapshot: snapshot)
    replaceHandlers()
    warmLinks()
    control.asyncAfter(deadline: .now() + 1) { [self] in forgetRetired() }
  }

  /// The workers have released it by now. Deallocating a hundred thousand links would otherwise
  /// delay the last worker to do so.
  private func forgetRetired() {
    dispatchPrecondition(condition: .onQueue(control))
    retired = nil
    Process.returnFreeMemory()
  }

  private func replaceHandlers() {
    dispatchPrecondition(condition: .onQueue(control))
    let handlers = ServiceHandlers(
      snapshot: snapshot, prepared: configuration.prepared, proxies: configuration.proxies,
      directory: directory, recorders: recorders, metrics: metrics, sources: sources,
      access: configuration.managementAccess(isInherited: hasInheritedListeners),
      dashboard: configuration.dashboard,
      pageSources: DashboardSources(
        configuration, file: file, directory: directory, gauges: gauges),
      pageMemory: pageMemory,
      services: configuration.managementServices(pushes), privacy: configuration.server.log,
      visitors: countries.sources,
      doctor: doctor.access(configuration), edge: Self.edge(configuration, orders),
      writeLog: accessLog.write)
    publicServer.replaceHandlers(configuration.httpServer(workers: metrics.count - 1)) {
      handlers.publicHandler(worker: $0)
    }
    managementServer.replaceHandlers(Self.managementSettings(configuration)) { _ in
      handlers.managementHandler()
    }
  }

  /// The management listener accepts the same requests as the public ones, from fewer clients.
  private static func managementSettings(
    _ configuration: CompiledConfiguration
  ) -> HTTPServerConfiguration {
    var settings = configuration.httpServer(workers: 1)
    settings.limits.connections = 256
    settings.limits.connectionsPerAddress = 0
    // It would count for every port of the host, whatever listens there.
    settings.strictTransportSecurity = nil
    return settings
  }

  private func sayLimits() {
    dispatchPrecondition(condition: .onQueue(control))
    let now = Double(Clock.monotonic()) / 1_000_000_000
    limits.lines(at: now).forEach { console.complain("keiro: \($0)") }
  }

  /// The database that a reload names, which is refused when there is none; nil for the one that is
  /// at work.
  private func readCountries(_ path: String?) throws(ConfigurationFailure) -> CountryWatch? {
    guard path != configuration.server.geoDatabase else { return nil }
    do throws(StartFailure) {
      return try Self.openCountries(path)
    } catch {
      throw .unreadable(error.message)
    }
  }

  private func refreshCountries() {
    dispatchPrecondition(condition: .onQueue(control))
    switch countries.refresh() {
    case .success(false): break
    case .success(true): replaceHandlers()
    case .failure(let error):
      console.complain(
        "keiro: the database of countries was not read again, the old one goes on serving: "
          + error.message)
    }
  }

  private func refreshWellKnown() {
    dispatchPrecondition(condition: .onQueue(control))
    guard wellKnown.hasChanged() else { return }
    snapshot = wellKnown.apply(to: configuration.snapshot)
    replaceHandlers()
  }
}

extension CompiledConfiguration {
  fileprivate func managementServices(_ pushes: PushSender) -> ManagementServices {
    var services = ManagementServices()
    services.outgoing = outgoing
    services.pushes = pushes
    return services
  }

  fileprivate var retention: StoreWatch.Retention {
    var retention = StoreWatch.Retention()
    retention.auditDays = audit.days
    retention.statistics = statistics
    return retention
  }

  /// The settings that take effect only at the start of the process.
  fileprivate func keysThatNeedRestart(since old: CompiledConfiguration) -> [String] {
    var keys: [String] = []
    if server.listen != old.server.listen { keys.append("server.listen") }
    if server.management != old.server.management { keys.append("server.management") }
    if server.workers != old.server.workers { keys.append("server.workers") }
    if store != old.store { keys.append("store") }
    return keys
  }
}
