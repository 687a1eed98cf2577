import Dashboard
import Doctor
import HTTPCore
import Management
import PublicSite
import Service
import SiteModel
import Telemetry

/// Creates the handlers of the workers: at the start, and again whenever a reload or a changed
/// well-known file changes their answers.
struct ServiceHandlers: Sendable {
  let snapshot: ServiceSnapshot
  let prepared: PreparedSites
  let proxies: TrustedProxies
  let directory: LinkDirectory
  /// One for each worker of the public listeners.
  let recorders: [ClickRecorder]
  /// One for each worker of the public listeners, followed by the management listener's.
  let metrics: [WorkerMetrics]
  let sources: ManagementHandler.Sources
  let access: ManagementAccess
  let dashboard: DashboardSettings
  let pageSources: DashboardSources
  let pageMemory: DashboardMemory
  let services: ManagementServices
  let privacy: LogPrivacy
  let visitors: VisitorSources
  let doctor: HostDoctorAccess
  let edge: PublicEdge
  /// Nil without an access log.
  let writeLog: (@Sendable ([UInt8]) -> Int)?

  func publicHandler(worker: Int) -> PublicHandler {
    PublicHandler(
      snapshot: snapshot, prepared: prepared, proxies: proxies,
      journal: RequestJournal(metrics: metrics[worker], privacy: privacy, write: writeLog),
      directory: directory, recorder: recorders[worker], edge: edge, sources: visitors)
  }

  func managementHandler() -> ManagementHandler {
    let service = ManagementService(
      snapshot: snapshot, directory: directory, proxies: proxies, services: services,
      doctor: doctor)
    let pages = DashboardPages(
      service: service, directory: directory, proxies: proxies, settings: dashboard,
      sources: pageSources, memory: pageMemory)
    return ManagementHandler(
      sources: sources, service: service, access: access, metrics: metrics[metrics.count - 1],
      pages: pages)
  }
}
