import Deliveries
import Dispatch
import Doctor
import HTTPServer
import LinkStorage
import Links
import Management
import NodeStore
import Outgoing
import Probing
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
    let served = try Self.open(configuration.store, say)
    let store = served.roles
    directory = LinkDirectory(store: store, passwords: .scrypt)
    let settings = configuration.server
    let workers = settings.workers == 0 ? Process.processors : settings.workers

    let countries = CountryPart(say: say)
    let accessLog = AccessLog()
    let sites = SitePart(configuration.snapshot)
    let storeWatch = StoreWatch(directory, log: say, now: now)
    let counters = DeliveryCounters()
    let webhooks = Self.webhooks(store, configuration.outgoing, counters, now: now, say: say)
    let pushes = PushSender(configuration.outgoing, .serving(console), counters: counters)
    let doctor = DoctorWatch(configuration.snapshot, say: say) { Self.tell($0, store, now: now()) }
    let health = HealthRounds(
      store, shared: served.node?.shared, owner: Self.owner(),
      HealthRounds.Means(agent: "keiro/\(keiroVersion) (link health)", clock: now, complain: say))
    let gauges = CertificateGauges()
    let orders = CertificateOrders(tell: say)
    let servers = ServerPart(
      configuration, file: file, manager: manager, clock: clock,
      sources: ServerPart.Sources(
        sites: sites, countries: countries, accessLog: accessLog, doctor: doctor, orders: orders,
        gauges: gauges, directory: directory, node: served.node, pushes: pushes,
        health: ServiceHealth(
          metrics: ServiceHealth.Metrics(workers: workers), state: state, directory: directory,
          node: served.node, storeWatch: storeWatch, doctor: doctor, rounds: health,
          deliveries: counters,
          gauges: gauges,
          startedAt: now())),
      say: say)
    let warmer = LinkWarmer()
    // A database is asked over the network.
    let interval = served.node == nil ? 250 : 500

    self.servers = servers
    all = [
      CertificatePart(
        orders: orders, servers: servers, shared: served.node?.shared, now: now, control: control,
        say: say),
      countries, accessLog, sites,
      AdoptingPart(
        {
          storeWatch.keep($0.retention)
          storeWatch.start()
        }, stop: storeWatch.stop),
      AdoptingPart(
        {
          webhooks.adopt($0.outgoing)
          webhooks.start(every: interval)
        }, stop: webhooks.stop),
      AdoptingPart({ pushes.adopt($0.outgoing) }, stop: pushes.close),
      AdoptingPart(
        {
          doctor.adopt($0, snapshot: sites.snapshot)
          doctor.start()
        }, stop: doctor.stop),
      AdoptingPart(
        {
          health.adopt($0.health, $0.outgoing, sites.snapshot)
          health.start()
        }, stop: health.stop),
      servers,
      AdoptingPart(
        { [directory] next in
          // A store in memory needs no second place there.
          guard next.store != .memory else { return }
          let warming = LinkWarming(sites.snapshot, next.prepared, directory)
          warmer.begin { isWanted in warming.run(while: isWanted) }
        }, stop: warmer.end),
    ]
  }

  private static func open(
    _ settings: StoreSettings, _ say: @escaping @Sendable (String) -> Void
  ) throws(ServiceFailure) -> ServedStore {
    do throws(LinkStoreError) {
      return try settings.openForServing(log: say)
    } catch {
      throw ServiceFailure("cannot use the store: \(error)")
    }
  }

  /// Hands changed verdicts on to webhooks.
  private static func tell(_ changes: [VerdictChange], _ store: any EventOutbox, now: Double) {
    let time = Timestamp(secondsSinceEpoch: Int(now))
    let events = changes.map {
      WebhookEvent(.doctorChanged, host: $0.host, time: time, data: $0.output)
    }
    store.emit(events) { _ in }
  }

  /// Of what this process leases. One that begins anew is another owner: what the last one had leased is
  /// not its own.
  private static func owner() -> String {
    "\(Process.hostName)/\(UInt64.random(in: 0 ... .max))"
  }

  private static func webhooks(
    _ store: any WebhookSender.Store, _ rules: OutgoingRules, _ counters: DeliveryCounters,
    now: @escaping @Sendable () -> Double, say: @escaping @Sendable (String) -> Void
  ) -> WebhookSender {
    WebhookSender(
      store, rules, owner: owner(),
      WebhookSender.Means(agent: "keiro/\(keiroVersion)", clock: now, complain: say),
      counters: counters)
  }
}

extension CompiledConfiguration {
  fileprivate var retention: StoreWatch.Retention {
    var retention = StoreWatch.Retention()
    retention.auditDays = audit.days
    retention.history = history
    retention.statistics = statistics
    return retention
  }
}
