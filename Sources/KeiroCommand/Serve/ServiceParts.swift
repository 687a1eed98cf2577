import Deliveries
import Dispatch
import Doctor
import HTTPServer
import LinkStorage
import Links
import Management
import NodeStore
import Outgoing
import PublicSite
import Service
import System
import TLS

/// What the running service consists of: the one place where the parts are made and put in their order.
struct ServiceParts {
  let state = ServiceState()
  let directory: LinkDirectory
  let servers: ServerPart
  /// In the order in which they are given a configuration: each uses those before it. They end the other
  /// way round.
  let all: [any ServicePart]

  /// - Throws: when the store cannot be opened.
  init(
    _ configuration: CompiledConfiguration, file: String, manager: ServiceManager,
    console: Console, clock: ServerClock, control: DispatchQueue
  ) throws(ServiceFailure) {
    let say: @Sendable (String) -> Void = { console.complain("keiro: \($0)") }
    let now: @Sendable () -> Double = { clock.read().secondsSinceEpoch }
    let store = try Self.open(configuration.store, say)
    directory = LinkDirectory(store: store, passwords: .scrypt)
    let settings = configuration.server
    let workers = settings.workers == 0 ? Process.processors : settings.workers

    let countries = CountryPart(say: say)
    let accessLog = AccessLog()
    let sites = SitePart(configuration.snapshot)
    let storeWatch = StoreWatch(directory, log: say, now: now)
    let deliveries = DeliveryPart(store, configuration.outgoing, now: now, console)
    let doctor = DoctorWatch(configuration.snapshot, say: say) { Self.tell($0, store, now: now()) }
    let gauges = CertificateGauges()
    let orders = CertificateOrders(tell: say)
    servers = ServerPart(
      configuration, file: file, manager: manager, clock: clock,
      sources: ServerPart.Sources(
        sites: sites, countries: countries, accessLog: accessLog, doctor: doctor, orders: orders,
        gauges: gauges, directory: directory, services: deliveries.services,
        health: ServiceHealth(
          metrics: ServiceHealth.Metrics(workers: workers), state: state, directory: directory,
          storeWatch: storeWatch, doctor: doctor, deliveries: deliveries.counters, gauges: gauges,
          startedAt: now())),
      say: say)
    all = [
      CertificatePart(
        orders: orders, servers: servers, store: store, now: now, control: control, say: say),
      countries, accessLog, sites, storeWatch, deliveries, DoctorPart(doctor, sites), servers,
      WarmingPart(directory, sites),
    ]
  }

  private static func open(
    _ settings: StoreSettings, _ say: @escaping @Sendable (String) -> Void
  ) throws(ServiceFailure) -> any LinkStore {
    do throws(LinkStoreError) {
      return try settings.openForServing(log: say)
    } catch {
      throw ServiceFailure("cannot use the store: \(error)")
    }
  }

  /// Hands changed verdicts on to webhooks.
  private static func tell(_ changes: [VerdictChange], _ store: any LinkStore, now: Double) {
    let time = Timestamp(secondsSinceEpoch: Int(now))
    let events = changes.map {
      WebhookEvent(.doctorChanged, host: $0.host, time: time, data: $0.output)
    }
    store.emit(events) { _ in }
  }
}

/// What is sent to others: webhooks by themselves, pushes when a call asks.
private final class DeliveryPart: ServicePart {
  let counters = DeliveryCounters()
  private let webhooks: WebhookSender
  private let pushes: PushSender
  /// Between two looks into the store. A database is asked over the network.
  private let milliseconds: Int
  private var hasStarted = false

  init(
    _ store: any LinkStore, _ rules: OutgoingRules, now: @escaping @Sendable () -> Double,
    _ console: Console
  ) {
    // A process that begins anew is another owner: what the last one had leased is not its own.
    let owner = "\(Process.hostName)/\(UInt64.random(in: 0 ... .max))"
    webhooks = WebhookSender(
      store, rules, owner: owner,
      WebhookSender.Means(
        agent: "keiro/\(keiroVersion)", clock: now,
        complain: { console.complain("keiro: \($0)") }),
      counters: counters)
    pushes = PushSender(rules, .serving(console), counters: counters)
    milliseconds = store is NodeStore ? 500 : 250
  }

  /// What the management API needs to send.
  var services: @Sendable (CompiledConfiguration) -> ManagementServices {
    { [pushes] configuration in
      var services = ManagementServices()
      services.outgoing = configuration.outgoing
      services.pushes = pushes
      return services
    }
  }

  func prepare(_ next: CompiledConfiguration) -> Adoption {
    { [self] in
      webhooks.adopt(next.outgoing)
      pushes.adopt(next.outgoing)
      guard !hasStarted else { return }
      hasStarted = true
      webhooks.start(every: milliseconds)
    }
  }

  func stop() {
    webhooks.stop()
    pushes.close()
  }
}

/// The looks at the configuration's hosts from outside.
private final class DoctorPart: ServicePart {
  private let watch: DoctorWatch
  private let sites: SitePart

  init(_ watch: DoctorWatch, _ sites: SitePart) {
    self.watch = watch
    self.sites = sites
  }

  func prepare(_ next: CompiledConfiguration) -> Adoption {
    { [watch, sites] in
      watch.adopt(next, snapshot: sites.snapshot)
      watch.start()
    }
  }

  func stop() { watch.stop() }
}

/// The links of the store on their way into memory. A store in memory needs no second place there.
private final class WarmingPart: ServicePart {
  private let warmer = LinkWarmer()
  private let directory: LinkDirectory
  private let sites: SitePart

  init(_ directory: LinkDirectory, _ sites: SitePart) {
    self.directory = directory
    self.sites = sites
  }

  func prepare(_ next: CompiledConfiguration) -> Adoption {
    { [warmer, directory, sites] in
      guard next.store != .memory else { return }
      let warming = LinkWarming(sites.snapshot, next.prepared, directory)
      warmer.begin { isWanted in warming.run(while: isWanted) }
    }
  }

  func stop() { warmer.end() }
}

extension StoreWatch: ServicePart {
  func prepare(_ next: CompiledConfiguration) -> Adoption {
    var retention = Retention()
    retention.auditDays = next.audit.days
    retention.statistics = next.statistics
    return { [self] in
      keep(retention)
      start()
    }
  }
}
