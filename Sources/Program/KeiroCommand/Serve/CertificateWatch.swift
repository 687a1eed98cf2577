import ACME
import Cryptography
import Dispatch
import KeiroConfiguration
import LinkStorage
import System
import TLS

/// The certificates of the running service: reloads them when their files change, and warns before they
/// expire.
struct CertificateWatch {
  enum Change {
    case nothing
    case replaced(ServedCertificates)
    /// The changed files are not valid; the certificates served so far stay.
    case failed(ServiceFailure)
  }

  private let settings: TLSSettings
  private let challenges: TLSChallenges
  private(set) var served: ServedCertificates
  private var ordered: [TLSIdentity]
  /// The states of the files when they were last read, valid or not.
  private var states: [FileStamp?]
  /// The states of files that were not valid. They are read once more before anything is reported,
  /// since chain and key are two files and never change at the same moment.
  private var failure: (states: [FileStamp?], isReported: Bool)?
  /// When the secrets of session tickets were created, in seconds since 1970.
  private var secretsSince: Double
  private var warnedAt: Double?

  /// The maximum age of tickets that can be resumed, in seconds; the average is half of it.
  private static let secretsLife = 12.0 * 3600
  private static let day = 86_400.0
  private static let daysOfWarning = 14.0

  /// - Parameters:
  ///   - challenges: the certificates for authorities that validate names.
  ///   - previous: the watch of the previous configuration, whose sessions may be resumed, and whose
  ///     ordered certificates count where there are no others.
  ///   - now: the current time in seconds since 1970.
  init(
    _ settings: TLSSettings, ordered: [TLSIdentity], challenges: TLSChallenges,
    previous: CertificateWatch? = nil, now: Double
  ) throws(ServiceFailure) {
    self.settings = settings
    self.challenges = challenges
    let ordered = Self.ordered(ordered, else: previous?.ordered ?? [], settings)
    self.ordered = ordered
    states = Self.states(settings)
    served = try ServedCertificates(
      settings, ordered: ordered, challenges: challenges, resuming: previous?.served)
    secretsSince = previous?.secretsSince ?? now
  }

  /// The ordered certificates of the hosts in the settings: the next one of each, and where there is none
  /// yet, the one served before.
  private static func ordered(
    _ next: [TLSIdentity], else before: [TLSIdentity], _ settings: TLSSettings
  ) -> [TLSIdentity] {
    (settings.acme?.hosts ?? []).compactMap { host in
      let label = CertificateOrders.label(host)
      return next.first { $0.label == label } ?? before.first { $0.label == label }
    }
  }

  private static func states(_ settings: TLSSettings) -> [FileStamp?] {
    let paths =
      settings.certificates.flatMap { [$0.chain, $0.key] }
      + [settings.clientAuthorities].compactMap(\.self)
    return paths.map(FileStamp.init)
  }

  /// Looks for changed files; to be called about once a second.
  mutating func look(now: Double) -> Change {
    let found = Self.states(settings)
    guard found != states || failure != nil else {
      // A clock that was set back would keep them for longer.
      guard now - secretsSince > Self.secretsLife || now < secretsSince else { return .nothing }
      secretsSince = now
      return replace(resuming: nil)
    }
    if let failure, failure.states == found, failure.isReported { return .nothing }
    let isRepeated = failure?.states == found
    states = found
    switch replace(resuming: served) {
    case .failed(let problem):
      failure = (found, isReported: isRepeated)
      return isRepeated ? .failed(problem) : .nothing
    case let change: return change
    }
  }

  mutating func take(ordered next: [TLSIdentity]) -> Change {
    let next = Self.ordered(next, else: ordered, settings)
    guard next != ordered else { return .nothing }
    let before = ordered
    ordered = next
    let change = replace(resuming: served)
    if case .failed = change { ordered = before }
    return change
  }

  private mutating func replace(resuming previous: ServedCertificates?) -> Change {
    do throws(ServiceFailure) {
      served = try ServedCertificates(
        settings, ordered: ordered, challenges: challenges, resuming: previous)
      failure = nil
      warnedAt = nil
      return .replaced(served)
    } catch {
      return .failed(error)
    }
  }

  mutating func warnings(now: Double) -> [String] {
    guard warnedAt.map({ now - $0 >= Self.day || now < $0 }) ?? true else { return [] }
    warnedAt = now
    return served.identities.compactMap { Self.end(of: $0, now: now) }
  }

  /// Tells of a certificate that has ended or will soon; nil for others.
  static func end(of identity: TLSIdentity, now: Double) -> String? {
    let days = (Double(identity.certificate.notAfter) - now) / day
    guard days < daysOfWarning else { return nil }
    return days < 0
      ? "the certificate '\(identity.label)' has expired"
      : "the certificate '\(identity.label)' ends in \(Int(days) == 1 ? "a day" : "\(Int(days)) days")"
  }
}

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
    // When no listener speaks TLS any more, open listeners keep their certificates until they end.
    guard let settings = next.server.tls else { return { [orders] in orders.cease() } }
    let prepared = try settings.acme.map { acme throws(ServiceFailure) in
      orders.prepare(
        acme, outgoing: next.outgoing, storage: try storage(acme), isStart: watch == nil)
    }
    let opened = try CertificateWatch(
      settings, ordered: prepared?.certificates ?? [], challenges: orders.challenges,
      previous: watch, now: environment.now())
    return { [self] in
      watch = opened
      serve(opened.served)
      guard let prepared else { return orders.cease() }
      prepared.begin { [weak self, control] ordered in
        control.async { [self] in self?.take(ordered) }
      }
    }
  }

  private func storage(_ acme: ACMESettings) throws(ServiceFailure) -> any ACMEStorage {
    do throws(ACMEError) {
      let folder = try CertificateFolder(path: acme.storage, directory: acme.directory)
      guard let shared else { return folder }
      return SharedCertificates(
        shared, folder: folder, directory: acme.directory, owner: orders.owner)
    } catch {
      throw CertificateFolder.obstacle(acme)
        ?? ServiceFailure(error.message, at: "server.tls.acme.storage")
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
