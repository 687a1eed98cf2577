import Deliveries
import LinkStorage
import Links
import Management
import NodeStore
import Probing
import Service
import Synchronization
import Telemetry
import TLS

/// The health of the service for the probes of the management listener and for scrapes, on any thread.
struct ServiceHealth: Sendable {
  /// The counters of the workers.
  struct Metrics: Sendable {
    /// The metrics of the workers of the public listeners.
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
    let reloads = state.reloads
    var output = PrometheusText()
    output.append(metrics.all)
    output.append(acceptQueues: acceptQueues)
    output.append(directory.limits)
    deliveries.append(to: &output)
    output.append(
      ServiceGauges(
        version: keiroVersion, startedAt: startedAt, reloadsSucceeded: reloads.succeeded,
        reloadsFailed: reloads.failed, isReady: unreadiness == nil))
    return output.text + gauges.metrics + (storeWatch.measures?.metrics ?? "")
      + storeWatch.clockMetrics + StoreMeasures.metrics(of: directory.upkeep.troubles())
      + (node?.standing.metrics ?? "") + doctor.records.metrics
      + rounds.metrics
  }
}

/// The state that signals and the management listener share.
final class ServiceState: Sendable {
  private struct Values {
    var reloadsSucceeded = 0
    var reloadsFailed = 0
    var refusedReload: Timestamp?
    var isDraining = false
  }

  private let values = Mutex(Values())

  func countReload(succeeded: Bool, at now: Double) {
    values.withLock { values in
      if succeeded { values.reloadsSucceeded += 1 } else { values.reloadsFailed += 1 }
      values.refusedReload = succeeded ? nil : Timestamp(secondsSinceEpoch: Int(now))
    }
  }

  /// When the last reload was refused; nil after one that was not.
  var refusedReload: Timestamp? { values.withLock(\.refusedReload) }

  var reloads: (succeeded: Int, failed: Int) {
    values.withLock { ($0.reloadsSucceeded, $0.reloadsFailed) }
  }

  var isDraining: Bool { values.withLock { $0.isDraining } }

  func beginDraining() {
    values.withLock { $0.isDraining = true }
  }
}
