import AppAssociation
import Doctor
import Outgoing
import Probing
import WebSyntax

extension DoctorCommand {
  struct Host: Equatable, Sendable {
    let name: String
    let port: Int
  }
}

extension DoctorCommand.Host {
  /// Nil unless the text is a host, a host with a port, or a URL.
  fileprivate init?(_ text: String) {
    let isURL = text.contains("://")
    guard let url = WebURL(sentFor: isURL ? text : "https://" + text), isURL || url.origin != nil,
      let name = CommandTable.hostName(url.host)
    else { return nil }
    self.init(name: name, port: url.port.flatMap { Int($0) } ?? 443)
  }
}

extension ParsedArguments {
  fileprivate func doctorRequest() throws(UsageError) -> DoctorCommand {
    var hosts: [DoctorCommand.Host] = []
    for operand in operands {
      guard let host = DoctorCommand.Host(operand) else { throw error(.invalidOperand(operand)) }
      if !hosts.contains(host) { hosts.append(host) }
    }
    var server: ServerAddress?
    if case .server(let address) = try location() {
      for option in OptionSpecification.doctorFromHere where value(option) != nil || has(option) {
        throw error(.contradiction(option.name, OptionSpecification.server.name))
      }
      server = address
    }
    var settings = ProbeSettings()
    settings.resolved = try list(.resolve) { HostEndpoints($0) }
    settings.appleCDN = try value(.appleCDN, webAddress)
    settings.googleAPI = try value(.googleAPI, webAddress)
    settings.isPrivate = has(.privateHosts)
    let nameServers = try list(.nameServer) { HostEndpoints("x:53:" + $0)?.endpoints.first }
    if !nameServers.isEmpty { settings.nameServers = nameServers }
    settings.timeout = try number(.timeout, in: 1...60) ?? 10
    let isNamed = value(.config) != nil || environment["KEIRO_CONFIG"]?.isEmpty == false
    return DoctorCommand(
      configuration: configuration, isConfigured: isNamed || hosts.isEmpty, server: server,
      hosts: hosts, format: try reportFormat(), showsEvidence: has(.evidence), settings: settings,
      authorities: value(.authorities), apps: list(.expectedApp), packages: try packages(),
      entitlements: value(.entitlements), now: now)
  }

  private func webAddress(_ text: String) -> String? {
    WebURL(sentFor: text)?.description
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
  /// Options that apply only when examining from here; a server follows its configuration.
  fileprivate static let doctorFromHere: [OptionSpecification] = [
    .resolve, .authorities, .privateHosts, .appleCDN, .googleAPI, .expectedApp, .expectedPackage,
    .fingerprint, .entitlements, .nameServer, .timeout,
  ]

  fileprivate static let resolve = Self(
    "--resolve", .text("HOST:PORT:ADDRESS"),
    "the address to use for a host, as before its DNS record is set", isRepeatable: true)
  fileprivate static let authorities = Self(
    "--cacert", .file("FILE", form: "a file such as ca.pem"),
    "certificates of further authorities to trust")
  fileprivate static let privateHosts = Self(
    "--private", "examine private addresses too, and ask neither Apple nor Google")
  fileprivate static let appleCDN = Self(
    "--apple-cdn", .text("URL"), "another address of Apple's CDN")
  fileprivate static let googleAPI = Self(
    "--google-api", .text("URL"), "another address of Google's API")
  fileprivate static let expectedApp = Self(
    "--app", .text("APPID"), "an application identifier that Apple's file must name",
    isRepeatable: true)
  fileprivate static let expectedPackage = Self(
    "--package", .text("NAME", form: "a package such as com.example.shop"),
    "a package that assetlinks.json must name", isRepeatable: true)
  fileprivate static let fingerprint = Self(
    "--fingerprint", .text("SHA256"), "the certificate of the preceding package",
    isRepeatable: true)
  fileprivate static let entitlements = Self(
    "--entitlements", .file("FILE", form: "a file such as Shop.entitlements"),
    "the app's entitlements, from Xcode or as codesign prints them")
  fileprivate static let nameServer = Self(
    "--name-server", .text("ADDRESS"),
    "a name server to ask for CAA records; default the system's", isRepeatable: true)
  fileprivate static let timeout = Self(
    "--timeout", .text("SECONDS"), "how long an answer may take, from 1 to 60; default 10")
  fileprivate static let evidence = Self(
    "--evidence", "also show what passes, and what was seen")
}

extension CommandTable {
  static let doctor = CommandSpecification.onKeiro(
    "doctor", "check deployed hosts as Apple, Google and visitors see them",
    details: [
      "Requests the association files from every address of each HOST (default: all hosts",
      "of the configuration), follows no redirects, changes nothing, and reports what each",
      "system makes of the answers. HOST may have a port. Exits with 0 if no check fails,",
      "with 1 if one does, with 3 if no host could be reached. With --server, that Keiro",
      "examines its own hosts.",
    ],
    options: OptionSpecification.doctorFromHere + [.evidence, .reportFormat],
    operands: OperandSpecification(.text("HOST"), label: "HOST ...", count: 0...Int.max),
    examples: ["doctor www.example.com", "doctor --json  # every host of the configuration"]
  ) { arguments throws(UsageError) in
    try arguments.doctorRequest().run
  }
}
