import Dispatch
import HTTPServer
import Management
import PublicSite
import Service
import System
import TLS

// MARK: - Certificates

extension RunningService {
  /// What is answered before any site is looked at.
  static func edge(
    _ configuration: CompiledConfiguration, _ orders: CertificateOrders
  ) -> PublicEdge {
    guard let tls = configuration.server.tls else { return PublicEdge() }
    let listen = configuration.server.listen.map(ListenAddress.init)
    let port = listen.first { $0.isSecure }?.port ?? 443
    var edge = PublicEdge()
    if tls.redirectsPlain { edge.securePort = port }
    if tls.acme != nil { edge.keyAuthorization = { orders.keyAuthorization($0) } }
    return edge
  }

  /// Nil where nothing speaks TLS any more, or yet.
  func readCertificates(
    _ next: CompiledConfiguration
  ) throws(ConfigurationFailure) -> CertificateWatch? {
    do throws(CertificateProblem) {
      return try CertificateWatch.open(
        next, orders: orders, challenges: challenges, store: directory.store,
        previous: certificates)
    } catch {
      throw .invalid([.init(path: error.path, position: nil, message: error.message)])
    }
  }

  func serve(_ next: CertificateWatch) {
    dispatchPrecondition(condition: .onQueue(control))
    certificates = next
    gauges.set(next.served.identities)
    publicServer.replaceTLS(next.served.publicContext)
    managementServer.replaceTLS(next.served.managementContext)
  }

  func refreshCertificates() {
    dispatchPrecondition(condition: .onQueue(control))
    let now = Clock.now()
    let warnings = certificates?.warnings(now: now) ?? []
    warnings.forEach { console.complain("keiro: \($0)") }
    apply(certificates?.look(now: now) ?? .nothing)
  }

  /// Orders on from here, and serves what comes of it.
  func beginOrders() {
    dispatchPrecondition(condition: .onQueue(control))
    certificates?.begin? { [control, weak self] ordered in
      control.async { [self] in
        guard let self, let change = certificates?.take(ordered: ordered) else { return }
        apply(change)
      }
    }
  }

  private func apply(_ change: CertificateWatch.Change) {
    dispatchPrecondition(condition: .onQueue(control))
    switch change {
    case .nothing: return
    case .replaced(let served):
      guard let certificates else { return }
      serve(certificates)
      console.complain("keiro: certificates were read again: \(served.names)")
    case .failed(let problem):
      console.complain("keiro: \(problem.sentence): the old certificates go on serving")
    }
  }
}
