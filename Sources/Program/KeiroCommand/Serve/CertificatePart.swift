import Dispatch
import KeiroConfiguration
import LinkStorage
import TLS

/// The certificates of the configuration in force, from files and from orders.
final class CertificatePart: ServicePart, @unchecked Sendable {
  // Unchecked, because `control` is its executor: mutable state is accessed only there, which the methods
  // on it check.

  private let orders: CertificateOrders
  private let servers: ServerPart
  /// The values shared among nodes; nil for a single server.
  private let shared: (any SharedValues)?
  private let environment: ServiceEnvironment
  /// The queue on which the part is called.
  private let control: DispatchQueue
  /// The watch; nil when no listener speaks TLS.
  private var watch: CertificateWatch?
  /// The hosts without a certificate of which the log tells.
  private var told: [String] = []

  init(
    orders: CertificateOrders, servers: ServerPart, shared: (any SharedValues)?,
    _ environment: ServiceEnvironment, control: DispatchQueue
  ) {
    self.orders = orders
    self.servers = servers
    self.shared = shared
    self.environment = environment
    self.control = control
  }

  func prepare(_ next: CompiledConfiguration) throws(ServiceFailure) -> Adoption {
    dispatchPrecondition(condition: .onQueue(control))
    do throws(CertificateProblem) {
      let opened = try CertificateWatch.open(
        next, orders: orders, shared: shared, previous: watch, now: environment.now())
      // When no listener speaks TLS any more, open listeners keep their certificates.
      guard let opened else { return {} }
      return { [self] in adopt(opened) }
    } catch {
      throw ServiceFailure(error)
    }
  }

  private func adopt(_ next: CertificateWatch) {
    dispatchPrecondition(condition: .onQueue(control))
    watch = next
    serve(next.served)
    next.begin? { [weak self, control] ordered in
      control.async { [self] in self?.take(ordered) }
    }
  }

  func tick() -> Bool {
    dispatchPrecondition(condition: .onQueue(control))
    let now = environment.now()
    (watch?.warnings(now: now) ?? []).forEach(environment.log)
    apply(watch?.look(now: now) ?? .nothing)
    return false
  }

  func stop() { orders.stop() }

  private func serve(_ served: ServedCertificates) {
    servers.serve(served)
    let missing = served.missing ?? []
    for host in missing where !told.contains(host) {
      environment.log(
        "there is no certificate for \(host) yet: browsers cannot connect until there is one")
    }
    told = missing
  }

  private func take(_ ordered: [TLSIdentity]) {
    dispatchPrecondition(condition: .onQueue(control))
    apply(watch?.take(ordered: ordered) ?? .nothing)
  }

  private func apply(_ change: CertificateWatch.Change) {
    switch change {
    case .nothing: return
    case .replaced(let served):
      serve(served)
      environment.log("certificates were read again: \(served.names)")
    case .failed(let problem):
      environment.log("\(problem.sentence): the old certificates stay in use")
    }
  }
}
