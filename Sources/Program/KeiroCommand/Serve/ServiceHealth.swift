import Cryptography
import Deliveries
import Doctor
import LinkStorage
import Links
import Management
import NodeStore
import Probing
import Service
import Synchronization
import TLS
import Telemetry

/// The health of the service for the probes of the management listener and for scrapes, on any thread.
struct ServiceHealth: Sendable {
  struct Metrics: Sendable {
    let workers: [WorkerMetrics]
    let management: WorkerMetrics

    init(workers count: Int) {
      workers = (0..<count).map { _ in Self.make() }
      management = Self.make()
    }

    var all: [WorkerMetrics] { workers + [management] }

    private static func make() -> WorkerMetrics {
      WorkerMetrics(
        routeNames: RouteLabel.names, failureNames: TLSFailure.allCases.map(\.name))
    }
  }

  let metrics: Metrics
  let state: ServiceState
  let directory: LinkDirectory
  /// The node's store; nil for a single server.
  let node: NodeStore?
  let storeWatch: StoreWatch
  let doctor: DoctorWatch
  let rounds: HealthRounds
  let deliveries: DeliveryCounters
  let gauges: CertificateGauges
  /// The time of the start, in seconds since 1970.
  let startedAt: Double

  /// Why the service is not ready; nil when it is.
  var unreadiness: String? {
    if state.isDraining { return "the service is shutting down" }
    do throws(LinkStoreError) {
      try directory.upkeep.check()
      return nil
    } catch {
      return "the store does not answer: \(error)"
    }
  }

  /// The impairment of a service that is ready; nil for none.
  var degradation: String? {
    let texts = directory.upkeep.troubles().map(\.text)
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  /// Why no changes are accepted; nil when they are.
  var unchangeability: String? {
    unreadiness
      ?? directory.upkeep.troubles().first { $0.kind == .writes || $0.kind == .unreachable }?.text
  }

  func sources(
    acceptQueues: @escaping @Sendable () -> [(listener: String, waiting: Int, limit: Int)]
  ) -> ManagementHandler.Sources {
    ManagementHandler.Sources(
      unreadiness: { unreadiness }, degradation: { degradation },
      unchangeability: { unchangeability }, scrape: { scrape(acceptQueues()) })
  }

  private func scrape(
    _ acceptQueues: [(listener: String, waiting: Int, limit: Int)]
  ) -> String {
    var output = PrometheusText()
    output.append(metrics.all)
    output.append(acceptQueues: acceptQueues)
    output.append(directory.limits)
    deliveries.append(to: &output)
    output.append(
      version: keiroVersion, startedAt: startedAt, reloads: state.reloads,
      isReady: unreadiness == nil)
    output.append(gauges)
    if let measures = storeWatch.measures { output.append(measures) }
    output.add(
      "keiro_store_clock_offset_seconds",
      "By how much the clock is ahead of what the store has seen; 0 while they agree.",
      storeWatch.clockOffset)
    output.append(directory.upkeep.troubles())
    if let node { output.append(node.standing) }
    output.append(doctor.records)
    output.append(rounds)
    return output.text
  }
}

final class ServiceState: Sendable {
  private let values = Mutex(
    (reloads: (succeeded: 0, failed: 0), refusedReload: Timestamp?.none, isDraining: false))

  func countReload(succeeded: Bool, at now: Double) {
    values.withLock { values in
      if succeeded { values.reloads.succeeded += 1 } else { values.reloads.failed += 1 }
      values.refusedReload = succeeded ? nil : Timestamp(secondsSinceEpoch: Int(now))
    }
  }

  /// When the last reload was refused; nil after one that was not.
  var refusedReload: Timestamp? { values.withLock(\.refusedReload) }

  var reloads: (succeeded: Int, failed: Int) { values.withLock(\.reloads) }

  var isDraining: Bool { values.withLock { $0.isDraining } }

  func beginDraining() {
    values.withLock { $0.isDraining = true }
  }
}

// The metrics of the parts of the service other than its workers.
extension PrometheusText {
  /// Appends a metric with one sample.
  fileprivate mutating func add(
    _ name: String, _ help: String, type: String = "gauge", _ value: some CustomStringConvertible
  ) {
    add(name, help, type: type, ([:], "\(value)"))
  }

  fileprivate mutating func append(_ troubles: [StoreTrouble]) {
    func has(_ kind: StoreTrouble.Kind) -> Int { troubles.contains { $0.kind == kind } ? 1 : 0 }
    add("keiro_store_read_only", "Whether the store takes no changes.", has(.writes))
    add(
      "keiro_store_damaged", "Whether something in the store's file is not as it was written.",
      has(.damage))
  }

  mutating func append(_ measures: StoreMeasures) {
    add(
      "keiro_store_bytes", "Size of the store's files.",
      (["file": "data"], String(measures.fileBytes)), (["file": "log"], String(measures.logBytes)))
    add(
      "keiro_store_count_rows", "Rows of counts by kind.",
      (["kind": "hours"], String(measures.hourRows)), (["kind": "days"], String(measures.dayRows)),
      (["kind": "launches"], String(measures.launchRows)),
      (["kind": "waiting"], String(measures.waitingRows)))
    add(
      "keiro_store_capped_total",
      "Clicks and launches counted as 'other', for too many referrers or versions.",
      type: "counter", measures.capped)
    add(
      "keiro_store_rolled_up_rows_total", "Rows of hours added to their days.", type: "counter",
      measures.rolledUp)
    add(
      "keiro_store_dropped_rows_total", "Rows of counts that were too old to keep.",
      type: "counter", measures.dropped)
  }

  fileprivate mutating func append(_ node: NodeStanding) {
    add("keiro_store_up", "Whether the database answers.", node.isUp ? 1 : 0)
    add(
      "keiro_store_current",
      "Whether the copy is at most \(Int(NodeStanding.patience)) seconds old.",
      node.isCurrent ? 1 : 0)
    if let lag = node.lag {
      add(
        "keiro_store_lag_seconds", "Time since the copy was known to equal the database.",
        Double(Int((lag * 1000).rounded())) / 1000)
    }
    add(
      "keiro_clicks_unsent", "Clicks and launches that wait in the spool for the database.",
      node.unsent)
    add("keiro_nodes", "Nodes that are alive.", node.nodes)
  }

  /// Appends the number of links that need attention, by the state of their destinations; nothing while
  /// none are checked.
  fileprivate mutating func append(_ rounds: HealthRounds) {
    guard let sums = rounds.sums else { return }
    let name = "keiro_links_unhealthy"
    add(name, "Links whose destinations have moved, are dead, lead in a circle or do not answer.")
    for state in HealthState.allCases where state != .ok {
      sample(name, ["state": state.rawValue], String(sums[state] ?? 0))
    }
  }

  /// Appends 1, 0.5 or 0 for every check of every host that applied.
  mutating func append(_ records: DoctorRecords) {
    let reports = records.all
    guard !reports.isEmpty else { return }
    let check = "keiro_doctor_check"
    add(check, "Result of the last examination of a host: 1 for pass, 0.5 for warn, 0 for fail.")
    for report in reports {
      for result in report.results {
        guard let value = result.verdict.measure else { continue }
        sample(check, ["host": report.host, "check": result.check.rawValue], value)
      }
    }
    let time = "keiro_doctor_time_seconds"
    add(time, "When a host was last examined, in seconds since 1970.")
    for report in reports {
      sample(time, ["host": report.host], String(report.time.secondsSinceEpoch))
    }
  }

  fileprivate mutating func append(_ gauges: CertificateGauges) {
    let (identities, missing) = gauges.served.withLock(\.self)
    if let missing {
      add(
        "keiro_tls_hosts_without_certificate", "Hosts whose certificates are ordered and missing.",
        missing)
    }
    guard !identities.isEmpty else { return }
    let name = "keiro_tls_certificate_not_after_seconds"
    add(name, "When certificates expire, in seconds since 1970.")
    for identity in identities {
      let certificate = identity.certificate
      sample(
        name,
        [
          "name": certificate.names.first ?? "", "key": certificate.keyKind,
          "source": identity.label,
        ],
        String(certificate.notAfter))
    }
  }
}

extension DoctorVerdict {
  fileprivate var measure: String? {
    switch self {
    case .pass: "1"
    case .warn: "0.5"
    case .fail: "0"
    case .skip: nil
    }
  }
}

/// The expiry times of the served certificates, for scrapes on any thread.
final class CertificateGauges: Sendable {
  fileprivate let served = Mutex<(identities: [TLSIdentity], missing: Int?)>(([], nil))

  func set(_ next: ServedCertificates) {
    served.withLock { $0 = (next.identities, next.missing?.count) }
  }

  /// The expiry of each certificate, in seconds since 1970.
  var ends: [(name: String, seconds: Int)] {
    served.withLock(\.identities).map { ($0.label, $0.certificate.notAfter) }
  }
}
