import Dispatch
import LinkStorage
import TLS

/// The certificates of the configuration in force: those of files and those that are ordered.
final class CertificatePart: ServicePart, @unchecked Sendable {
  // Unchecked, because `control` is its executor: mutable state is accessed only there, which the methods
  // on it check.

  private let orders: CertificateOrders
  private let servers: ServerPart
  private let store: any LinkStore
  private let now: @Sendable () -> Double
  private let say: @Sendable (String) -> Void
  private let control: DispatchQueue
  /// Nil where nothing speaks TLS.
  private var watch: CertificateWatch?

  /// - Parameters:
  ///   - orders: orders certificates.
  ///   - servers: serve them.
  ///   - store: where nodes keep what they share.
  ///   - now: gives the seconds since 1970.
  ///   - control: the queue on which the part is called.
  ///   - say: writes a line to the log.
  init(
    orders: CertificateOrders, servers: ServerPart, store: any LinkStore,
    now: @escaping @Sendable () -> Double, control: DispatchQueue,
    say: @escaping @Sendable (String) -> Void
  ) {
    self.orders = orders
    self.servers = servers
    self.store = store
    self.now = now
    self.control = control
    self.say = say
  }

  func prepare(_ next: CompiledConfiguration) throws(ServiceFailure) -> Adoption {
    dispatchPrecondition(condition: .onQueue(control))
    do throws(CertificateProblem) {
      let opened = try CertificateWatch.open(
        next, orders: orders, store: store, previous: watch, now: now())
      // Where nothing speaks TLS any more, open listeners go on with what they have.
      guard let opened else { return {} }
      return { [self] in adopt(opened) }
    } catch {
      throw ServiceFailure(error.message, at: error.path)
    }
  }

  private func adopt(_ next: CertificateWatch) {
    dispatchPrecondition(condition: .onQueue(control))
    watch = next
    servers.serve(next.served)
    next.begin? { [weak self, control] ordered in
      control.async { [self] in self?.take(ordered) }
    }
  }

  func tick() -> Bool {
    dispatchPrecondition(condition: .onQueue(control))
    let now = now()
    (watch?.warnings(now: now) ?? []).forEach(say)
    apply(watch?.look(now: now) ?? .nothing)
    return false
  }

  private func take(_ ordered: [TLSIdentity]) {
    dispatchPrecondition(condition: .onQueue(control))
    apply(watch?.take(ordered: ordered) ?? .nothing)
  }

  private func apply(_ change: CertificateWatch.Change) {
    switch change {
    case .nothing: return
    case .replaced(let served):
      servers.serve(served)
      say("certificates were read again: \(served.names)")
    case .failed(let problem):
      say("\(problem.sentence): the old certificates go on serving")
    }
  }
}
