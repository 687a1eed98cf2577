import Deliveries
import Dispatch
import Doctor
import HTTPServer
import KeiroConfiguration
import LinkStorage
import Links
import Management
import NodeStore
import Outgoing
import Probing
import PublicSite
import Service
import SiteModel
import Sockets
import Synchronization
import System

/// The parts of the running service: the one place where they are created and ordered.
struct ServiceParts {
  let state = ServiceState()
  let board: StatusBoard
  let directory: LinkDirectory
  let servers: ServerPart
  /// The parts in the order in which they receive a configuration: each uses those before it. They stop
  /// in reverse order.
  let all: [any ServicePart]

  init(
    _ configuration: CompiledConfiguration, file: String, manager: ServiceManager,
    console: Console, clock: ServerClock, control: DispatchQueue
  ) throws(ServiceFailure) {
    let environment = ServiceEnvironment(clock, console)
    let (log, now) = (environment.log, environment.now)
    let served = try configuration.store.openForServing(log: log)
    let store = served.roles
    directory = LinkDirectory(
      store: store, passwords: .scrypt, shelf: served.node?.ownValues)
    let settings = configuration.server
    let workers = settings.workers == 0 ? Process.processors : settings.workers

    let countries = CountryPart(environment)
    let accessLog = AccessLog()
    let sites = SitePart(configuration.snapshot)
    let storeWatch = StoreWatch(directory, log: log, now: now, steady: environment.steady)
    let counters = DeliveryCounters()
    let context = OutgoingContext(agent: "keiro/\(keiroVersion)", clock: now, log: log)
    let webhooks = WebhookSender(
      store, configuration.outgoing, owner: Self.owner(), context, counters: counters)
    let pushes = PushSender(configuration.outgoing, context, counters: counters)
    let doctor = DoctorWatch(configuration.snapshot, log: log) { [untold = directory.untold] in
      Self.notify($0, untold, now: now())
    }
    let health = HealthRounds(
      store, owner: Self.owner(),
      OutgoingContext(agent: "keiro/\(keiroVersion) (link health)", clock: now, log: log))
    let gauges = CertificateGauges()
    let orders = CertificateOrders(log: log)
    let serviceHealth = ServiceHealth(
      metrics: ServiceHealth.Metrics(workers: workers), state: state, directory: directory,
      node: served.node, storeWatch: storeWatch, doctor: doctor, rounds: health,
      deliveries: counters, gauges: gauges, startedAt: now())
    let (node, storeFile) = (configuration.store.nodeName, configuration.store.file?.path)
    board = StatusBoard(node: node, doctor: doctor.records) {
      serviceHealth.facts(node: node, file: storeFile, now: now())
    }
    let statusWatch = StatusWatch(board, directory, now: now)
    let servers = ServerPart(
      configuration, file: file, manager: manager, clock: clock,
      sources: ServerPart.Sources(
        sites: sites, countries: countries, accessLog: accessLog, orders: orders, served: served,
        pushes: pushes, health: serviceHealth, status: board),
      environment)
    self.servers = servers
    // Before old writers are forgotten, whose batches could then be counted twice.
    let left = served.left.map { LeftClicksPart($0, store, environment) }
    // A node's database is queried over the network.
    let webhookInterval = served.node == nil ? 250 : 500
    let warmer = LinkWarmer()
    let directory = directory
    let before: [any ServicePart] = [
      CertificatePart(
        orders: orders, servers: servers, shared: served.node, environment, control: control),
      countries, accessLog, sites,
    ]
    let after: [any ServicePart] = [
      AdoptingPart(stop: storeWatch.stop) {
        storeWatch.keep($0.retention)
        storeWatch.start()
      },
      AdoptingPart(stop: webhooks.stop) {
        webhooks.adopt($0.outgoing)
        webhooks.start(every: webhookInterval)
      },
      AdoptingPart(stop: pushes.close) {
        pushes.adopt($0.outgoing, Set($0.snapshot.apps.compactMap { $0.apple?.push }))
      },
      AdoptingPart(stop: doctor.stop) {
        doctor.adopt($0, snapshot: sites.snapshot)
        doctor.start()
      },
      AdoptingPart(stop: health.stop) {
        health.adopt($0.health, $0.outgoing, sites.snapshot)
        health.start()
      },
      AdoptingPart(stop: statusWatch.stop) { statusWatch.adopt($0) },
      servers,
      AdoptingPart(stop: warmer.end) { next in
        // A store in memory needs no second copy there.
        guard next.store != .memory else { return }
        let warming = LinkWarming(sites.snapshot, next.prepared, directory)
        warmer.begin { isWanted in warming.run(while: isWanted) }
      },
      MemoryPart(),
    ]
    all = before + [left].compactMap(\.self) + after
  }

  private static func notify(_ changes: [VerdictChange], _ events: UntoldEvents, now: Double) {
    let time = Timestamp(secondsSinceEpoch: Int(now))
    events.tell(
      changes.map { WebhookEvent(.doctorChanged, host: $0.host, time: time, data: $0.output) })
  }

  /// The owner of this process's leases. A restarted process is another owner, and does not own the
  /// leases of the last one.
  private static func owner() -> String {
    "\(Process.hostName)/\(UInt64.random(in: 0 ... .max))"
  }
}

extension CompiledConfiguration {
  fileprivate var retention: StoreWatch.Retention {
    var retention = StoreWatch.Retention()
    retention.auditDays = self.audit.days
    retention.history = self.history
    retention.statistics = self.statistics
    return retention
  }
}

/// Loads the links of a configuration's store into memory, while visits are served.
final class LinkWarmer: Sendable {
  /// Fills the caches while `isWanted`, checked between two batches, returns true.
  typealias Warming = @Sendable (_ isWanted: () -> Bool) -> Void

  /// The thread; nil if the system provides none, in which case visits load links.
  private let thread = try? BackgroundThread()
  private let wanted = Atomic<Int>(0)

  func begin(_ warming: @escaping Warming) {
    let number = wanted.add(1, ordering: .relaxed).newValue
    thread?.async { [self] in
      warming { wanted.load(ordering: .relaxed) == number }
    }
  }

  /// Stops, and waits until the store is no longer read.
  func end() {
    wanted.add(1, ordering: .relaxed)
    thread?.settle()
  }
}

/// A part of the running service that depends on the configuration.
///
/// The service owns its parts and calls them on its control queue, one after another. A part starts
/// working with the first configuration that it adopts; start and reload work alike.
protocol ServicePart: AnyObject {
  /// Opens what a configuration asks for without changing anything yet, since another part may refuse
  /// it.
  ///
  /// - Throws: an error if the configuration cannot be served.
  func prepare(_ next: CompiledConfiguration) throws(ServiceFailure) -> Adoption

  /// Called once a second, to notice outside changes.
  ///
  /// - Returns: whether the handlers have to be replaced.
  func tick() -> Bool

  func stop()
}

extension ServicePart {
  func tick() -> Bool { false }
  func stop() {}
}

struct ServiceEnvironment: Sendable {
  /// Returns the seconds since 1970.
  let now: @Sendable () -> Double
  /// Returns the seconds of a steady clock.
  let steady: @Sendable () -> Double
  let log: @Sendable (String) -> Void

  init(_ clock: ServerClock, _ console: Console) {
    now = { clock.read().secondsSinceEpoch }
    steady = { Double(clock.read().steady) / 1_000_000_000 }
    log = { console.note("keiro: \($0)") }
  }
}

/// A part without preparation.
final class AdoptingPart: ServicePart {
  private let end: () -> Void
  private let adopt: (CompiledConfiguration) -> Void

  init(stop: @escaping () -> Void, adopt: @escaping (CompiledConfiguration) -> Void) {
    end = stop
    self.adopt = adopt
  }

  func prepare(_ next: CompiledConfiguration) -> Adoption { { [adopt] in adopt(next) } }
  func stop() { end() }
}

/// Adopts what a part has prepared. It cannot fail, since other parts have already changed.
typealias Adoption = () -> Void

/// Why a configuration cannot be served: a sentence that names the file, port or store.
struct ServiceFailure: Error {
  /// The path in the configuration; nil when the environment is at fault.
  let path: String?
  let message: String

  init(_ message: String, at path: String? = nil) {
    self.message = message
    self.path = path
  }

  init(_ error: SystemError, at path: String? = nil) {
    self.init("\(error)", at: path)
  }

  init(listening error: SystemError, at path: String) {
    self.init("cannot listen on \(error.subject): \(Listener.sentence(about: error))", at: path)
  }

  var sentence: String { path.map { "\($0): \(message)" } ?? message }
}
