import Cryptography
import JSONSyntax
import KeiroConfiguration
import Links
import Outgoing
import SiteModel
import System
import TLS
import WebSyntax

struct ServedCertificates: Sendable {
  /// The identities in the order of preference: those from files, then those from orders.
  let identities: [TLSIdentity]
  let publicContext: TLSContext
  let managementContext: TLSContext
  /// The hosts whose certificates are ordered and not there yet; nil when none are ordered.
  let missing: [String]?

  /// Reads the files of a configuration.
  ///
  /// - Parameters:
  ///   - challenges: the certificates for authorities that validate names.
  ///   - previous: certificates whose sessions may be resumed with these.
  ///   - index: the one certificate from files that is looked at; nil for all.
  init(
    _ settings: TLSSettings, ordered: [TLSIdentity], challenges: TLSChallenges,
    resuming previous: ServedCertificates? = nil, alone index: Int? = nil
  ) throws(ServiceFailure) {
    var identities: [TLSIdentity] = []
    for (number, files) in settings.certificates.enumerated() where [nil, number].contains(index) {
      identities.append(try Self.identity(files, at: number))
    }
    identities += ordered
    self.identities = identities
    let ordered = settings.acme?.hosts
    missing = ordered?.filter { host in
      !identities.contains { $0.certificate.covers(host: host) }
    }
    let authorities = try settings.clientAuthorities.map { path throws(ServiceFailure) in
      try Self.read(path, "server.tls.clientCA")
    }
    do throws(TLSError) {
      publicContext = try TLSContext(
        identities, minimum: settings.minimum, challenges: challenges,
        resuming: previous?.publicContext)
      managementContext = try TLSContext(
        identities, minimum: settings.minimum, clientAuthorities: authorities,
        servesAnyHost: true, resuming: authorities == nil ? previous?.managementContext : nil)
    } catch {
      throw Self.problem(error, settings, alone: index)
    }
  }

  /// The first name of each certificate, for people.
  var names: String {
    identities.map { $0.certificate.names.first ?? $0.label }.joined(separator: ", ")
  }

  private static let sizeLimit = 1 << 20

  private static func identity(
    _ files: CertificateFiles, at index: Int
  ) throws(ServiceFailure) -> TLSIdentity {
    let path = "server.tls.certificates[\(index)]"
    let chain = try read(files.chain, path + ".chain")
    let key = try read(files.key, path + ".key")
    guard let identity = TLSIdentity(label: files.chain, chain: chain, key: key) else {
      throw ServiceFailure(
        "'\(files.chain)': \(TLSError.notCertificate(index).message)", at: path + ".chain")
    }
    return identity
  }

  fileprivate static func read(
    _ file: String, _ path: String
  ) throws(ServiceFailure) -> [UInt8] {
    try rethrown(readFile(file, limit: sizeLimit)) { (error: FileReadError) in
      ServiceFailure("cannot read '\(file)': \(error.message)", at: path)
    }
  }

  private static func problem(
    _ error: TLSError, _ settings: TLSSettings, alone: Int?
  ) -> ServiceFailure {
    if error == .notAuthorities, let file = settings.clientAuthorities {
      return ServiceFailure("'\(file)': \(error.message)", at: "server.tls.clientCA")
    }
    guard let index = error.identity.map({ alone ?? $0 }),
      settings.certificates.indices.contains(index)
    else {
      return ServiceFailure(error.message, at: "server.tls")
    }
    let files = settings.certificates[index]
    let path = "server.tls.certificates[\(index)]"
    let (file, key) =
      switch error {
      case .notKey, .otherKey: (files.key, ".key")
      default: (files.chain, ".chain")
      }
    return ServiceFailure("'\(file)': \(error.message)", at: path + key)
  }
}

/// The files with the authorities by which other servers are verified. Without any certificate in one,
/// nothing could be asked of them.
enum TrustedAuthorities {
  static func obstacles(_ outgoing: OutgoingRules, _ apps: [AppDefinition]) -> [ServiceFailure] {
    let pushes = apps.map { app in
      (jsonPath("apps", member: app.key) + ".apple.push.cacert", app.apple?.push?.authorities)
    }
    return ([("outgoing.authorities", outgoing.authorities)] + pushes).compactMap { path, file in
      guard let file else { return nil }
      do throws(ServiceFailure) {
        let problem = problem(in: try ServedCertificates.read(file, path))
        return problem.map { ServiceFailure("'\(file)': \($0)", at: path) }
      } catch {
        return error
      }
    }
  }

  /// What is wrong with the bytes of such a file.
  static func problem(in file: [UInt8]) -> String? {
    Certificate(pem: file) == nil ? TLSError.notAuthorities.message : nil
  }
}

extension TLSSettings {
  /// Each certificate from files by itself, so that none hides the next, with what would keep it and
  /// the rest from being used.
  func examined() -> (identities: [TLSIdentity?], obstacles: [ServiceFailure]) {
    var identities: [TLSIdentity?] = []
    var found = [acme.flatMap(CertificateFolder.obstacle)].compactMap(\.self)
    var (files, authorities) = (self, self)
    (files.clientAuthorities, authorities.certificates) = (nil, [])
    for (settings, index) in certificates.indices.map({ (files, $0) }) + [(authorities, nil)] {
      var identity: TLSIdentity?
      do throws(ServiceFailure) {
        let served = try ServedCertificates(
          settings, ordered: [], challenges: TLSChallenges(), alone: index)
        identity = served.identities.first
      } catch {
        if !found.contains(where: { $0.sentence == error.sentence }) { found.append(error) }
      }
      if index != nil { identities.append(identity) }
    }
    return (identities, found)
  }
}

/// What `keiro check` says of certificates that can be served.
struct CertificateReview {
  private(set) var problems: [ConfigurationProblem] = []

  /// - Parameter identities: those from files; nil for each that cannot be served.
  init(_ identities: [TLSIdentity?], of configuration: Configuration, now: Timestamp) {
    func path(_ index: Int) -> String { "server.tls.certificates[\(index)].chain" }
    for (index, identity) in identities.enumerated() {
      let time = Double(now.secondsSinceEpoch)
      if let end = identity.flatMap({ CertificateWatch.end(of: $0, now: time) }) {
        warn(path(index), "\(end): expected a renewed one")
      }
    }
    let served = identities.compactMap(\.self)
    guard served.count == identities.count else { return }
    let certificates = served.map(\.certificate)
    let chosen = Set(TLSContext.choices(certificates).values.joined())
    for (index, identity) in served.enumerated() where index > 0 && !chosen.contains(index) {
      warn(
        path(index),
        "no client gets '\(identity.label)': certificates before it have its names and its type of "
          + "key: expected another type, or this one alone")
    }
    guard configuration.server.endsTLS else { return }
    let ordered = configuration.server.tls?.acme?.hosts ?? []
    for (number, site) in configuration.service.sites.enumerated() {
      let hosts = site.hosts.enumerated().map { ("hosts[\($0)]", $1) }
      for (key, host) in hosts + (site.alternateHost.map { [("alternateHost", $0)] } ?? [])
      where !HostOrigins.isLoopback(host.name) && !ordered.contains(where: host.matches)
        && !certificates.contains(where: host.isCertified)
      {
        warn(
          "sites[\(number)].\(key)",
          "there is no certificate for '\(host)': browsers refuse its addresses, and no app opens "
            + "them: expected one in 'server.tls.certificates', or "
            + "\(host.isWildcard ? "names below it" : "the host") in 'server.tls.acme.hosts'")
      }
    }
  }

  private mutating func warn(_ path: String, _ message: String) {
    problems.append(ConfigurationProblem(.warning, path: path, message: message))
  }
}

extension HostPattern {
  /// Whether a certificate is for this host, or for one of these.
  fileprivate func isCertified(by certificate: Certificate) -> Bool {
    isWildcard ? certificate.names.contains(where: matches) : certificate.covers(host: name)
  }
}
