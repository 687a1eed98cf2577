import ACME
import Cryptography
import LinkStorage
import System
import TLS

/// The certificates of the running service: read again when their files change, and told of before
/// they end.
struct CertificateWatch {
  enum Change {
    case nothing
    /// Others are served from now on.
    case replaced(ServedCertificates)
    /// The files have changed for the worse: those served so far stay.
    case failed(CertificateProblem)
  }

  private let settings: TLSSettings
  private let challenges: TLSChallenges
  private(set) var served: ServedCertificates
  /// Begins with ordering certificates, and has others told of them; nil where none are ordered.
  private(set) var begin: ((_ adopt: @escaping @Sendable ([TLSIdentity]) -> Void) -> Void)?
  private var ordered: [TLSIdentity]
  /// The states of the files as they were read last, good or not.
  private var states: [FileState?]
  /// The states of files that were read and not good. They are read once more before anything is said, since
  /// chain and key are two files and never change at one moment.
  private var failure: (states: [FileState?], isTold: Bool)?
  /// When the secrets of tickets were made, and when somebody was told of an end; seconds since 1970.
  private var secretsSince: Double
  private var toldAt: Double?

  /// Tickets are resumed for as long at most, and for half as long on average.
  private static let secretsLife = 12.0 * 3600
  private static let day = 86_400.0
  private static let daysOfWarning = 14.0

  /// - Parameters:
  ///   - settings: what the configuration says.
  ///   - ordered: certificates that were ordered already.
  ///   - challenges: what authorities are shown.
  ///   - previous: the watch of the configuration before, whose sessions may be resumed.
  ///   - now: seconds since 1970.
  init(
    _ settings: TLSSettings, ordered: [TLSIdentity], challenges: TLSChallenges,
    previous: CertificateWatch? = nil, now: Double
  ) throws(CertificateProblem) {
    self.settings = settings
    self.challenges = challenges
    self.ordered = ordered
    states = Self.states(settings)
    served = try ServedCertificates(
      settings, ordered: ordered, challenges: challenges, resuming: previous?.served)
    secretsSince = previous?.secretsSince ?? now
  }

  /// The certificates of a configuration; nil where nothing speaks TLS.
  ///
  /// - Parameters:
  ///   - configuration: What is to be served.
  ///   - orders: Orders certificates.
  ///   - shared: What nodes keep together; nil for a server by itself.
  ///   - previous: The watch of the configuration before.
  ///   - now: Seconds since 1970.
  static func open(
    _ configuration: CompiledConfiguration, orders: CertificateOrders,
    shared: (any SharedValues)?,
    previous: CertificateWatch?, now: Double
  ) throws(CertificateProblem) -> CertificateWatch? {
    guard let settings = configuration.server.tls else { return nil }
    let challenges = orders.challenges
    guard let acme = settings.acme else {
      return try CertificateWatch(
        settings, ordered: [], challenges: challenges, previous: previous, now: now)
    }
    let folder: CertificateFolder
    do throws(ACMEError) {
      folder = try CertificateFolder(path: acme.storage, directory: acme.directory)
    } catch {
      throw CertificateProblem(path: "server.tls.acme.storage", message: error.message)
    }
    let prepared = orders.prepare(
      acme, outgoing: configuration.outgoing,
      storage: shared.map { values in
        SharedCertificates(
          values, folder: folder, directory: acme.directory, owner: orders.owner)
      } ?? folder)
    var watch = try CertificateWatch(
      settings, ordered: prepared.certificates, challenges: challenges, previous: previous,
      now: now)
    watch.begin = prepared.begin
    return watch
  }

  private static func states(_ settings: TLSSettings) -> [FileState?] {
    let paths =
      settings.certificates.flatMap { [$0.chain, $0.key] }
      + [settings.clientAuthorities].compactMap(\.self)
    return paths.map(FileState.init(path:))
  }

  /// To be called every second or so.
  mutating func look(now: Double) -> Change {
    let found = Self.states(settings)
    guard found != states || failure != nil else {
      guard now - secretsSince > Self.secretsLife else { return .nothing }
      secretsSince = now
      return replace(resuming: nil)
    }
    if let failure, failure.states == found, failure.isTold { return .nothing }
    let isRepeated = failure?.states == found
    states = found
    switch replace(resuming: served) {
    case .failed(let problem):
      failure = (found, isTold: isRepeated)
      return isRepeated ? .failed(problem) : .nothing
    case let change: return change
    }
  }

  /// Takes certificates that were ordered in the place of those before.
  mutating func take(ordered next: [TLSIdentity]) -> Change {
    guard next != ordered else { return .nothing }
    let before = ordered
    ordered = next
    let change = replace(resuming: served)
    if case .failed = change { ordered = before }
    return change
  }

  private mutating func replace(resuming previous: ServedCertificates?) -> Change {
    do throws(CertificateProblem) {
      served = try ServedCertificates(
        settings, ordered: ordered, challenges: challenges, resuming: previous)
      failure = nil
      toldAt = nil
      return .replaced(served)
    } catch {
      return .failed(error)
    }
  }

  /// What is to be said about certificates that end soon, once a day.
  mutating func warnings(now: Double) -> [String] {
    guard toldAt.map({ now - $0 >= Self.day }) ?? true else { return [] }
    toldAt = now
    return served.identities.compactMap { identity in
      let days = (Double(identity.certificate.facts.notAfter) - now) / Self.day
      guard days < Self.daysOfWarning else { return nil }
      return days < 0
        ? "the certificate '\(identity.label)' has ended"
        : "the certificate '\(identity.label)' ends in \(Int(days) == 1 ? "a day" : "\(Int(days)) days")"
    }
  }
}
