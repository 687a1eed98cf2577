import Cryptography
import KeiroConfiguration
import System
import TLS

struct CertificateProblem: Error, Equatable {
  let path: String
  let message: String

  var sentence: String { "\(path): \(message)" }
}

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
  init(
    _ settings: TLSSettings, ordered: [TLSIdentity], challenges: TLSChallenges,
    resuming previous: ServedCertificates? = nil
  ) throws(CertificateProblem) {
    var identities: [TLSIdentity] = []
    for (index, files) in settings.certificates.enumerated() {
      identities.append(try Self.identity(files, at: index))
    }
    identities += ordered
    self.identities = identities
    let ordered = settings.acme?.hosts
    missing = ordered?.filter { host in
      !identities.contains { $0.certificate.covers(host: host) }
    }
    let authorities = try settings.clientAuthorities.map { path throws(CertificateProblem) in
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
      throw Self.problem(error, settings)
    }
  }

  /// The first name of each certificate, for people.
  var names: String {
    identities.map { $0.certificate.names.first ?? $0.label }.joined(separator: ", ")
  }

  private static let sizeLimit = 1 << 20

  private static func identity(
    _ files: CertificateFiles, at index: Int
  ) throws(CertificateProblem) -> TLSIdentity {
    let path = "server.tls.certificates[\(index)]"
    let chain = try read(files.chain, path + ".chain")
    let key = try read(files.key, path + ".key")
    guard let identity = TLSIdentity(label: files.chain, chain: chain, key: key) else {
      throw CertificateProblem(
        path: path + ".chain",
        message: "'\(files.chain)': \(TLSError.notCertificate(index).message)")
    }
    return identity
  }

  private static func read(_ file: String, _ path: String) throws(CertificateProblem) -> [UInt8] {
    do throws(FileReadError) {
      return try readFile(file, limit: sizeLimit)
    } catch {
      throw CertificateProblem(path: path, message: "cannot read '\(file)': \(error.message)")
    }
  }

  private static func problem(_ error: TLSError, _ settings: TLSSettings) -> CertificateProblem {
    if error == .notAuthorities, let file = settings.clientAuthorities {
      return CertificateProblem(path: "server.tls.clientCA", message: "'\(file)': \(error.message)")
    }
    guard let index = error.identity, settings.certificates.indices.contains(index) else {
      return CertificateProblem(path: "server.tls", message: error.message)
    }
    let files = settings.certificates[index]
    let path = "server.tls.certificates[\(index)]"
    switch error {
    case .notKey, .otherKey:
      return CertificateProblem(path: path + ".key", message: "'\(files.key)': \(error.message)")
    default:
      return CertificateProblem(
        path: path + ".chain", message: "'\(files.chain)': \(error.message)")
    }
  }
}

extension ServiceFailure {
  init(_ problem: CertificateProblem) { self.init(problem.message, at: problem.path) }
}

extension TLSSettings {
  var obstacles: [ServiceFailure] {
    var obstacles: [ServiceFailure] = []
    if let acme, let obstacle = CertificateFolder.obstacle(acme) {
      obstacles.append(ServiceFailure(obstacle))
    }
    do throws(CertificateProblem) {
      _ = try ServedCertificates(self, ordered: [], challenges: TLSChallenges())
    } catch {
      obstacles.append(ServiceFailure(error))
    }
    return obstacles
  }
}
