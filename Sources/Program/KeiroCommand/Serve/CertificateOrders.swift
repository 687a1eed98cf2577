import ACME
import Cryptography
import Dispatch
import KeiroConfiguration
import Outgoing
import Synchronization
import System
import TLS

/// Orders certificates while the service runs, on its own queue since authorities may be slow.
final class CertificateOrders: @unchecked Sendable {
  // Unchecked, because the queue is its executor: mutable state is accessed only there, which the methods
  // on it check.

  private let token = Mutex<(token: String, answer: String)?>(nil)
  let challenges = TLSChallenges()
  /// Distinguishes this process from others that order.
  let owner = "\(Process.hostName)/\(UInt64.random(in: 1 ... .max))"
  private let makeTransport: TransportMaker
  private let pause = EndablePause()
  private let log: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "keiro.acme", qos: .utility)
  private var orders: ACMEOrders?
  private var adopt: (@Sendable ([TLSIdentity]) -> Void)?
  private var timer: (any DispatchSourceTimer)?

  private static let interval = DispatchTimeInterval.seconds(2)
  /// How long a start waits for certificates that this machine has no copies of.
  private static let patience = DispatchTimeInterval.seconds(5)
  /// The time within which an order ends at a stop, unless a request is under way.
  private static let stopping = DispatchTimeInterval.seconds(2)

  /// Returns the connection to an authority under the rules for outgoing requests, with its waiting.
  typealias TransportMaker =
    @Sendable (OutgoingRules, @escaping ACMETransport.Wait) -> ACMETransport

  init(
    transport: @escaping TransportMaker = CertificateOrders.transport,
    log: @escaping @Sendable (String) -> Void
  ) {
    makeTransport = transport
    self.log = log
  }

  /// The answer to a token; nil for any but the last one.
  @Sendable func keyAuthorization(_ asked: String) -> String? {
    token.withLock { $0?.token == asked ? $0?.answer : nil }
  }

  /// Prepares to order the certificates in the settings, in place of earlier orders.
  ///
  /// - Parameter isStart: whether to wait for certificates that other machines have and this one lacks,
  ///   for some seconds; otherwise they come with the first callback.
  /// - Returns: the existing certificates, and a function that starts ordering and takes a callback
  ///   for new certificates.
  func prepare(
    _ settings: ACMESettings, outgoing: OutgoingRules, storage: any ACMEStorage,
    isStart: Bool = false
  ) -> (
    certificates: [TLSIdentity],
    begin: (_ adopt: @escaping @Sendable ([TLSIdentity]) -> Void) -> Void
  ) {
    let setting = ACMEOrders.Setting(
      directory: settings.directory, email: settings.email, hosts: settings.hosts,
      storage: storage, transport: makeTransport(outgoing, pause.wait),
      share: { Double.random(in: 0...1) }, answer: { [self] in answer($0) }, log: log)
    // Owned by the queue from here on.
    nonisolated(unsafe) let orders = ACMEOrders(setting)
    var certificates = orders.certificates.compactMap(Self.identity)
    if isStart, storage.isShared, certificates.count < settings.hosts.count {
      certificates = reload(orders) ?? certificates
    }
    return (
      certificates,
      { [self, certificates] adopt in
        queue.async { [self] in
          if let earlier = self.orders { orders.inherit(earlier) }
          self.orders = orders
          self.adopt = adopt
          // What exists elsewhere does not wait for what has to be ordered first.
          orders.reload()
          let found = orders.certificates.compactMap(Self.identity)
          if found != certificates { adopt(found) }
          begin()
        }
      }
    )
  }

  /// The certificates that other machines have; nil when they do not come in time.
  private func reload(_ orders: ACMEOrders) -> [TLSIdentity]? {
    // Used on the queue alone.
    nonisolated(unsafe) let orders = orders
    let found = Mutex<[TLSIdentity]?>(nil)
    let done = DispatchSemaphore(value: 0)
    queue.async {
      orders.reload()
      let identities = orders.certificates.compactMap(Self.identity)
      found.withLock { $0 = identities }
      done.signal()
    }
    _ = done.wait(timeout: .now() + Self.patience)
    return found.withLock(\.self)
  }

  private func begin() {
    dispatchPrecondition(condition: .onQueue(queue))
    timer?.cancel()
    timer = queue.timer(every: Self.interval) { [weak self] in self?.order() }
  }

  /// Begins no further order, as for a configuration without any.
  func cease() {
    queue.async { [self] in
      timer?.cancel()
      timer = nil
      orders = nil
    }
  }

  /// Ends the waiting of an order under way, and begins no other.
  func stop() {
    pause.end()
    cease()
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    // A request to the authority may take longer; the process does not wait for it.
    _ = done.wait(timeout: .now() + Self.stopping)
  }

  func look() { queue.sync { order() } }

  private func order() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let orders, orders.look() else { return }
    adopt?(orders.certificates.compactMap(Self.identity))
  }

  static func label(_ host: String) -> String { "acme:" + host }

  private static func identity(_ ordered: ACMECertificate) -> TLSIdentity? {
    TLSIdentity(label: label(ordered.host), chain: ordered.pem, key: ordered.pem)
  }

  private func answer(_ challenge: ACMEChallenge?) {
    var text: (token: String, answer: String)?
    var shown: [String: TLSIdentity] = [:]
    switch challenge {
    case .http(let token, let keyAuthorization): text = (token, keyAuthorization)
    case .tls(let host, let digest):
      if let key = SigningKey(), let pem = key.pem,
        let chain = key.challengeCertificate(name: host, digest: digest, now: Int(Clock.now()))
      {
        shown[host] = TLSIdentity(label: Self.label(host), chain: chain, key: pem)
      }
    case nil: break
    }
    token.withLock { $0 = text }
    challenges.replace(shown)
  }

  /// The connection to an authority. The configuration may name one at any address: an authority inside
  /// a company has a private one.
  @Sendable static func transport(
    _ outgoing: OutgoingRules, _ wait: @escaping ACMETransport.Wait
  ) -> ACMETransport {
    var rules = outgoing
    rules.allowNetworks = .everywhere
    rules.allowPlainHTTP = false
    return ACMETransport(
      send: { [rules] (method, url, body) throws(ACMEError) in
        try send(method, url, body, rules)
      },
      wait: wait, now: { Int(Clock.now()) })
  }

  private static func send(
    _ method: String, _ url: String, _ body: [UInt8]?, _ rules: OutgoingRules
  ) throws(ACMEError) -> OutgoingAnswer {
    var request = OutgoingRequest(method, url)
    request.fields = [("User-Agent", "keiro/\(keiroVersion)")]
    if let body {
      request.body = body
      request.fields.append(("Content-Type", "application/jose+json"))
    }
    return try rethrown(OutgoingClient(rules).send(request)) { (error: OutgoingError) in
      ACMEError.unreachable(error.message)
    }
  }
}

private final class EndablePause: Sendable {
  private let hasEnded = DispatchSemaphore(value: 0)

  @Sendable func wait(_ seconds: Int) throws(ACMEError) {
    guard hasEnded.wait(timeout: .now() + .seconds(seconds)) == .success else { return }
    // Later waiting ends too.
    hasEnded.signal()
    throw .stopped
  }

  func end() { hasEnded.signal() }
}
