import Cryptography
import Dispatch
import Doctor
import KeiroConfiguration
import Links
import Management
import Outgoing
import Probing
import SiteModel
import Synchronization
import System

/// Examines the hosts of the configuration from outside while the service runs: periodically, and when
/// an API call asks for it.
final class DoctorWatch: Sendable {
  private struct State {
    var doctor: HostDoctor?
    var settings = ProbeSettings()
    var endsTLS = false
    var snapshot: ServiceSnapshot
    var timer: (any DispatchSourceTimer)?
    var hasEnded = false
  }

  let records = DoctorRecords()
  private let state: Mutex<State>
  /// Examinations wait for other servers, and delay only one another.
  private let queue = DispatchQueue(label: "keiro.doctor")
  private let log: @Sendable (String) -> Void
  private let changed: @Sendable ([VerdictChange]) -> Void

  /// Seconds until the first examination: a web server in front of this one may still be starting.
  private static let delay = 2

  /// Examines nothing before it has a configuration.
  ///
  /// - Parameter changed: called with the verdicts that an examination has changed, on a thread that may
  ///   block.
  init(
    _ snapshot: ServiceSnapshot,
    log: @escaping @Sendable (String) -> Void,
    changed: @escaping @Sendable ([VerdictChange]) -> Void = { _ in }
  ) {
    self.log = log
    self.changed = changed
    state = Mutex(State(snapshot: snapshot))
  }

  func adopt(_ configuration: CompiledConfiguration, snapshot: ServiceSnapshot) {
    let settings = configuration.doctor
    let hosts = HostPlan.hosts(of: snapshot)
    state.withLock { state in
      let isNew = state.settings.every != settings.every
      state.settings = settings
      state.endsTLS = configuration.server.endsTLS
      state.snapshot = snapshot
      state.doctor = nil
      if settings.every != nil {
        // Loads libcurl only when it is needed.
        state.doctor = HostDoctor(configuration)
        if state.doctor == nil { log("doctor: \(OutgoingError.unavailable.message)") }
      }
      if isNew, state.timer != nil { schedule(&state) }
    }
    records.keepOnly(hosts)
  }

  func start() {
    state.withLock { state in
      if state.timer == nil { schedule(&state) }
    }
  }

  func stop() {
    state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
      state.hasEnded = true
    }
  }

  private func schedule(_ state: inout State) {
    state.timer?.cancel()
    let every = state.settings.every
    // Without an interval the timer never fires, but it lets a reload know that this has started.
    state.timer = queue.timer(
      at: every.map { .now() + .seconds(min(Self.delay, $0)) } ?? .distantFuture,
      every: every.map(DispatchTimeInterval.seconds) ?? .never
    ) { [weak self] in self?.look() }
  }

  private func look() {
    let (doctor, snapshot, hasEnded) = state.withLock { ($0.doctor, $0.snapshot, $0.hasEnded) }
    guard let doctor, !hasEnded else { return }
    keep(examine(HostPlan.hosts(of: snapshot), in: snapshot, doctor))
  }

  private func keep(_ report: DoctorReport) {
    let changes = report.hosts.flatMap { records.keep($0) }
    guard !changes.isEmpty else { return }
    for change in changes {
      log(
        "doctor: \(change.host): \(change.result.check.rawValue) was \(change.before.rawValue), is "
          + "\(change.result.verdict.rawValue): \(change.result.evidence)")
    }
    changed(changes)
  }

  private func examine(
    _ hosts: [String], in snapshot: ServiceSnapshot, _ doctor: HostDoctor
  ) -> DoctorReport {
    let nonce = RandomBytes.base62(12) ?? "unknown"
    let (isPrivate, endsTLS) = state.withLock { ($0.settings.isPrivate, $0.endsTLS) }
    let plans = hosts.map { host in
      var plan = HostPlan(host: host, in: snapshot, nonce: nonce)
      plan.expectation.isPrivate = isPrivate
      plan.expectation.endsTLS = endsTLS
      return plan
    }
    return doctor.examine(plans, now: Timestamp(secondsSinceEpoch: Int(Clock.now())))
  }

  /// Access for the API: examines hosts on request, and keeps the reports.
  func access(_ configuration: CompiledConfiguration) -> HostDoctorAccess {
    HostDoctorAccess(records: records) { [self] hosts, snapshot in
      guard let doctor = HostDoctor(configuration) else { return nil }
      let report = examine(hosts, in: snapshot, doctor)
      keep(report)
      return report
    }
  }
}

extension HostDoctor {
  /// Examines the hosts as a configuration says; nil without libcurl.
  fileprivate init?(_ configuration: CompiledConfiguration) {
    var settings = configuration.doctor
    settings.rules = configuration.outgoing
    guard let doctor = try? HostDoctor(settings) else { return nil }
    self = doctor
  }
}
