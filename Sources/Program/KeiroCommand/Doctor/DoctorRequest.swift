import AppAssociation
import Doctor
import Outgoing
import Probing
import WebSyntax

/// The parsed arguments of `keiro doctor`.
package struct DoctorRequest: Equatable, Sendable {
  /// The path of the configuration; nil if a host is named without one.
  var configuration: String?
  /// The server that examines the hosts; nil to examine them from here.
  var server: ServerAddress?
  /// The path of a configuration that is used if it exists.
  var defaultConfiguration: String
  /// The hosts to examine; empty for all hosts of the configuration.
  var hosts: [Host]
  var format: ReportFormat
  var showsEvidence: Bool
  var resolved: [HostEndpoints]
  var authorities: String?
  var isPrivate: Bool
  var appleCDN: String?
  var googleAPI: String?
  var apps: [String]
  var packages: [HostExpectation.Package]
  /// The path of an app's entitlements.
  var entitlements: String?
  /// The name servers to ask; empty for those of the system.
  var nameServers: [Endpoint]
  /// The time limit for a complete answer, in seconds.
  var timeout: Int

  /// A host and its https port.
  struct Host: Equatable, Sendable {
    let name: String
    let port: Int

    /// Nil unless the text is a host, a host with a port, or a URL.
    init?(_ text: String) {
      var authority = text
      if let url = WebURL(text) {
        guard URLScheme.isWeb(url.scheme), url.userInfo == nil else { return nil }
        authority = url.host + (url.port.map { ":" + $0 } ?? "")
      }
      let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count), let host = HostPattern.international(String(parts[0])),
        !host.isWildcard
      else { return nil }
      name = host.name
      guard parts.count == 2 else {
        port = 443
        return
      }
      guard let port = DecimalDigits.number(parts[1].utf8), (1...65_535).contains(port) else {
        return nil
      }
      self.port = port
    }
  }
}

extension ParsedArguments {
  func doctorRequest() throws(UsageError) -> DoctorRequest {
    var hosts: [DoctorRequest.Host] = []
    for operand in operands {
      guard let host = DoctorRequest.Host(operand) else { throw error(.invalidOperand(operand)) }
      if !hosts.contains(host) { hosts.append(host) }
    }
    var server: ServerAddress?
    if case .server(let address) = try location() {
      for option in CommandTable.doctorFromHere where value(option) != nil || has(option) {
        throw error(.contradiction(option.name, OptionSpecification.server.name))
      }
      server = address
    }
    let isNamed = value(.config) != nil || environment["KEIRO_CONFIG"]?.isEmpty == false
    return DoctorRequest(
      configuration: isNamed || hosts.isEmpty ? configuration : nil, server: server,
      defaultConfiguration: configuration, hosts: hosts, format: try reportFormat(),
      showsEvidence: has(.evidence), resolved: try list(.resolve) { HostEndpoints($0) },
      authorities: value(.authorities), isPrivate: has(.privateHosts),
      appleCDN: try value(.appleCDN, webAddress), googleAPI: try value(.googleAPI, webAddress),
      apps: list(.expectedApp), packages: try packages(), entitlements: value(.entitlements),
      nameServers: try list(.nameServer) { text in
        HostEndpoints("x:53:" + text)?.endpoints.first
      },
      timeout: try value(.timeout) { text in
        DecimalDigits.number(text.utf8).flatMap { (1...60).contains($0) ? $0 : nil }
      } ?? 10)
  }

  private func webAddress(_ text: String) -> String? {
    guard let url = WebURL(text), URLScheme.isWeb(url.scheme), url.userInfo == nil else {
      return nil
    }
    return text
  }

  /// Fingerprints belong to the packages at the same positions; a single package has all of them.
  private func packages() throws(UsageError) -> [HostExpectation.Package] {
    let names = try list(.expectedPackage) { AndroidPackageName.isValid($0) ? $0 : nil }
    let fingerprints = try list(.fingerprint) { text in
      (try? CertificateFingerprint(text)).map { "\($0)" }
    }
    guard !names.isEmpty else {
      guard fingerprints.isEmpty else { throw error(.needs("--fingerprint", "--package")) }
      return []
    }
    if let name = names.first, names.count == 1 {
      return [HostExpectation.Package(name: name, fingerprints: fingerprints)]
    }
    guard fingerprints.count == names.count else {
      throw error(.needs("--package", "--fingerprint"))
    }
    return zip(names, fingerprints).map { HostExpectation.Package(name: $0, fingerprints: [$1]) }
  }
}

extension OptionSpecification {
  static let resolve = OptionSpecification(
    name: "--resolve", value: .text("HOST:PORT:ADDRESS"), isRepeatable: true,
    summary: "the address to use for a host, as before its DNS record is set")
  static let authorities = OptionSpecification(
    name: "--cacert", value: .file("FILE", form: "a file such as ca.pem"),
    summary: "certificates of further authorities to trust")
  static let privateHosts = OptionSpecification(
    name: "--private", summary: "examine private addresses too, and ask neither Apple nor Google")
  static let appleCDN = OptionSpecification(
    name: "--apple-cdn", value: .text("URL"), summary: "another address of Apple's CDN")
  static let googleAPI = OptionSpecification(
    name: "--google-api", value: .text("URL"), summary: "another address of Google's API")
  static let expectedApp = OptionSpecification(
    name: "--app", value: .text("APPID"), isRepeatable: true,
    summary: "an application identifier that Apple's file must name")
  static let expectedPackage = OptionSpecification(
    name: "--package", value: .text("NAME", form: "a package such as com.example.shop"),
    isRepeatable: true,
    summary: "a package that assetlinks.json must name")
  static let fingerprint = OptionSpecification(
    name: "--fingerprint", value: .text("SHA256"), isRepeatable: true,
    summary: "the certificate of the preceding package")
  static let entitlements = OptionSpecification(
    name: "--entitlements", value: .file("FILE", form: "a file such as Shop.entitlements"),
    summary: "the app's entitlements, from Xcode or as codesign prints them")
  static let nameServer = OptionSpecification(
    name: "--name-server", value: .text("ADDRESS"), isRepeatable: true,
    summary: "a name server to ask for CAA records; default the system's")
  static let timeout = OptionSpecification(
    name: "--timeout", value: .text("SECONDS"),
    summary: "how long an answer may take, from 1 to 60; default 10")
  static let evidence = OptionSpecification(
    name: "--evidence", summary: "also show what passes, and what was seen")
}

extension CommandTable {
  /// Options that apply only when examining from here; a server follows its configuration.
  static let doctorFromHere: [OptionSpecification] = [
    .resolve, .authorities, .privateHosts, .appleCDN, .googleAPI, .expectedApp, .expectedPackage,
    .fingerprint, .entitlements, .nameServer, .timeout,
  ]

  static let doctor = CommandSpecification(
    name: "doctor", summary: "check deployed hosts as Apple, Google and visitors see them",
    details: [
      "Requests the association files from every address of each HOST (default: all hosts",
      "of the configuration), follows no redirects, changes nothing, and reports what each",
      "system makes of the answers. HOST may have a port. Exits with 0 if no check fails,",
      "with 1 if one does, with 3 if no host could be reached. With --server, that Keiro",
      "examines its own hosts.",
    ],
    options: OptionSpecification.locations + doctorFromHere + [.evidence, .reportFormat, .json],
    operands: OperandSpecification(value: .text("HOST"), label: "HOST ...", count: 0...Int.max)
  ) { arguments throws(UsageError) in
    .doctor(try arguments.doctorRequest())
  }
}
