import AppAssociation
import AssociationValidation
@testable import Cryptography
import Links
import Testing
import WebSyntax

@testable import Doctor

/// Verdicts on made-up observations that no test server can produce.
struct ExaminationTests {
  static let now = 1_795_224_669
  private static let certificate = Certificate(
    subject: "links.test", issuer: "Let's Encrypt", names: ["links.test"], notBefore: now - 1000,
    notAfter: now + 40 * 86_400, keyKind: "EC", keyBits: 256, signatureDigest: "SHA256",
    isForServers: true, isSelfIssued: false, fingerprint: [1])

  private static func host(
    _ change: (inout AddressObservation) -> Void = { _ in }
  ) throws -> HostObservation {
    var host = try HostObservation.seen(
      apple: Observed(url: "https://links.test/a", status: 404))
    host.addresses[0].certificates = [certificate]
    change(&host.addresses[0])
    return host
  }

  private static func result(
    _ host: HostObservation, _ check: DoctorCheck, _ expected: HostExpectation = HostExpectation()
  ) throws -> CheckResult {
    let report = host.report(expected)
    #expect(report.results.map(\.check) == DoctorCheck.allCases)
    return try #require(report[check])
  }

  @Test(arguments: [
    (-1, DoctorVerdict.fail), (2, .fail), (3, .warn), (13, .warn), (14, .pass), (400, .pass),
  ])
  func `counts the days that a certificate has left`(_ days: Int, _ verdict: DoctorVerdict) throws {
    let host = try Self.host {
      var certificate = Self.certificate
      certificate.notAfter = Self.now + days * 86_400 + 10
      $0.certificates = [Self.certificate, certificate]
    }
    #expect(try Self.result(host, .tlsExpiry).verdict == verdict)
  }

  @Test func `a certificate of tomorrow is none of today`() throws {
    let host = try Self.host {
      var certificate = Self.certificate
      certificate.notBefore = Self.now + 86_400
      $0.certificates = [certificate]
    }
    #expect(try Self.result(host, .tlsExpiry).verdict == .fail)
  }

  @Test(arguments: [
    (["letsencrypt.org"], DoctorVerdict.pass), (["pki.goog", "letsencrypt.org"], .pass),
    (["digicert.com"], .warn), ([""], .warn), ([], .pass),
  ])
  func `holds the issuer against CAA records`(_ values: [String], _ verdict: DoctorVerdict) throws {
    var host = try Self.host()
    host.authorities = .records(values, at: "links.test")
    #expect(try Self.result(host, .dnsAuthority).verdict == verdict)
    host.authorities = AuthorityRecords.none
    #expect(try Self.result(host, .dnsAuthority).verdict == .pass)
    host.authorities = .unknown("no name server answers")
    #expect(try Self.result(host, .dnsAuthority).verdict == .skip)
  }

  @Test(
    arguments: [
      (
        NameRecords.found(aliases: [], lifetime: 300, isAuthentic: false), DoctorVerdict.pass, .pass
      ),
      (.found(aliases: ["edge.test"], lifetime: nil, isAuthentic: true), .pass, .pass),
      (.found(aliases: [], lifetime: 172_800, isAuthentic: true), .warn, .pass),
      (.forged, .skip, .fail), (.unknown("no name server answers"), .skip, .skip),
    ] as [(NameRecords, DoctorVerdict, DoctorVerdict)])
  func `judges how a name stands with name servers`(
    _ records: NameRecords, _ lifetime: DoctorVerdict, _ signatures: DoctorVerdict
  ) throws {
    var host = try Self.host()
    host.records = records
    #expect(try Self.result(host, .dnsRecords).verdict == lifetime)
    #expect(try Self.result(host, .dnsSignatures).verdict == signatures)
  }

  private static let webAuthn = Array(#"{"origins":["https://a.example"]}"#.utf8)

  @Test(arguments: [
    (200, "application/json", webAuthn, DoctorVerdict.pass),
    (404, "application/json", webAuthn, .fail),
    (302, "application/json", webAuthn, .fail),
    (200, "text/plain", webAuthn, .fail),
    (200, "application/json; charset=utf-8", webAuthn, .pass),
    (200, "application/json", Array("{}".utf8), .fail),
    (200, "application/json", Array(#"{"origins":["https://b.example"]}"#.utf8), .fail),
  ])
  func `judges the documents that the configuration has`(
    _ status: Int, _ type: String, _ body: [UInt8], _ verdict: DoctorVerdict
  ) throws {
    var host = try Self.host()
    #expect(try Self.result(host, .webAuthn).verdict == .skip)
    host.documents[.webAuthn] = Observed(
      url: "", status: status, fields: [.init("content-type", type)], body: body)
    var expected = HostExpectation()
    expected.documents[.webAuthn] = Self.webAuthn
    #expect(try Self.result(host, .webAuthn, expected).verdict == verdict)
    #expect(try Self.result(host, .appLinking, expected).verdict == .skip)
  }

  @Test(arguments: [
    (302, "https://links.test/account", 404, DoctorVerdict.pass),
    (307, "https://links.test/account", 404, .pass),
    (301, "https://links.test/account", 404, .fail),
    (302, "https://links.test/login", 404, .fail),
    (200, "https://links.test/account", 404, .fail),
    (302, "https://links.test/account", 200, .fail),
  ])
  func `judges where passwords are changed`(
    _ status: Int, _ location: String, _ missing: Int, _ verdict: DoctorVerdict
  ) throws {
    var host = try Self.host()
    host.changePassword = Observed(
      url: "", status: status, fields: [.init("location", location)])
    host.missingDocument = Observed(url: "", status: missing)
    #expect(try Self.result(host, .changePassword).verdict == .skip)
    var expected = HostExpectation()
    expected.changePassword = "https://links.test/account"
    #expect(try Self.result(host, .changePassword, expected).verdict == verdict)
  }

  @Test func `finds an app of another environment in a document`() throws {
    let file = #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.a.beta"],"paths":["*"]}]}}"#
    let host = try Self.host {
      $0.apple = Observed(url: "", status: 200, body: Array(file.utf8))
    }
    var expected = HostExpectation()
    #expect(try Self.result(host, .environment, expected).verdict == .skip)
    expected.foreign = ["A1B2C3D4E5.a.gamma": "app 'gamma' of staging"]
    #expect(try Self.result(host, .environment, expected).verdict == .pass)
    expected.foreign?["A1B2C3D4E5.a.beta"] = "app 'beta' of staging"
    let result = try Self.result(host, .environment, expected)
    #expect(result.verdict == .fail)
    #expect(result.evidence.contains("'A1B2C3D4E5.a.beta' is app 'beta' of staging"))
  }

  @Test func `a name that leads nowhere fails once and leaves the rest out`() throws {
    let host = HostObservation(host: "links.test", lookup: .failed("Name or service not known"))
    let report = host.report()
    #expect(!report.isReached && report.worst == .fail)
    #expect(report.results.filter { $0.verdict == .fail }.map(\.check) == [.dns])
    #expect(report.count(.fail) + report.count(.skip) == DoctorCheck.allCases.count)
  }

  @Test func `an address that this machine has no route to is not held against the host`() throws {
    var host = try Self.host()
    var far = host.addresses[0]
    far.address = try #require(IPAddress("2001:db8::1"))
    far.apple = Observed(url: "", failure: .noRoute)
    host.addresses.append(far)
    let result = try Self.result(host, .dnsAddresses)
    #expect(result.verdict == .pass && result.evidence.contains("2001:db8::1 not asked"))
  }

  @Test func `one of two files may be absent where nobody asks for it`() throws {
    let host = try Self.host { $0.apple.status = 200 }
    #expect(try Self.result(host, .assetlinksStatus).verdict == .warn)
    var expected = HostExpectation()
    expected.android = .absent
    #expect(try Self.result(host, .assetlinksStatus, expected).verdict == .pass)
    expected.packages = [.init(name: "a.b", fingerprints: [])]
    expected.android = .unknown
    #expect(try Self.result(host, .assetlinksStatus, expected).verdict == .fail)
    #expect(try Self.result(host, .expectedPackages, expected).verdict == .skip)
  }

  @Test func `a file where the configuration has none is worth a look`() throws {
    let host = try Self.host { $0.apple.status = 200 }
    var expected = HostExpectation()
    expected.apple = .absent
    #expect(try Self.result(host, .aasaMatchesConfig, expected).verdict == .warn)
  }

  @Test func `a terminal obeys nothing that a server says`() throws {
    let host = try Self.host {
      $0.apple.status = 301
      $0.apple.fields = [
        .init(
          "location", "https://e.example/\u{1B}[2J\u{202E}" + String(repeating: "x", count: 900))
      ]
    }
    let evidence = try Self.result(host, .aasaRedirect).evidence
    #expect(evidence.contains("\\u{1b}[2J\\u{202e}") && evidence.utf8.count < 400)
    #expect(!evidence.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test(arguments: [
    ("links.test", true), ("www.links.test", false), ("a.shop.test", true), ("shop.test", false),
    ("a.b.shop.test", false), (".shop.test", false),
  ])
  func `a wildcard stands for one label`(_ host: String, _ isCovered: Bool) {
    var certificate = Self.certificate
    certificate.names = ["links.test", "*.shop.test"]
    #expect(certificate.covers(host) == isCovered)
  }

  @Test(arguments: [
    (200, "text/plain", "# HELP x", DoctorVerdict.fail),
    (401, "application/problem+json", "", .fail), (401, "text/html", "", .pass),
    (404, "text/plain", "", .pass),
  ])
  func `knows the management listener when it sees it`(
    _ status: Int, _ type: String, _ body: String, _ verdict: DoctorVerdict
  ) throws {
    var host = try Self.host()
    host.managementPaths = [
      Observed(
        url: "https://links.test/metrics", status: status, fields: [.init("content-type", type)],
        body: Array(body.utf8))
    ]
    #expect(try Self.result(host, .managementHidden).verdict == verdict)
  }

  @Test func `the help names the program that ends TLS`() throws {
    var host = try Self.host { $0.apple.status = 200 }
    host.plain = Observed(url: "http://links.test/", status: 200)
    var expected = HostExpectation()
    for (endsTLS, words) in [(false, "nginx"), (true, "server.tls.")] {
      expected.endsTLS = endsTLS
      for check in [DoctorCheck.hsts, .httpRedirect] {
        let help = try Self.result(host, check, expected).help ?? ""
        #expect(help.contains(words) && !help.contains("HOST"), "\(help)")
      }
    }
  }

  @Test func `a second name that is not there is told from one that was not asked for`() throws {
    var host = try Self.host { $0.apple.status = 200 }
    for (other, words) in [
      (nil, "it was not requested"),
      (.absent("www.links.test", "Name or service not known"), "www.links.test has no address"),
      (.unplaced("www.links.test"), "www.links.test was not asked"),
    ] as [(FileObservation.OtherName?, String)] {
      host.apple.otherName = other
      let result = try Self.result(host, .otherName)
      #expect(result.verdict == .skip && result.evidence.hasPrefix(words))
    }
  }

  @Test func `a body that did not come whole is none at another address either`() throws {
    var host = try Self.host {
      $0.apple = Observed(url: "https://links.test/a", status: 200, body: Array("{}".utf8))
    }
    var other = host.addresses[0]
    other.address = try #require(IPAddress("192.0.2.2"))
    other.apple.failure = .cutShort(received: 2, promised: 9)
    host.addresses.append(other)
    let result = try Self.result(host, .aasaAddresses)
    #expect(result.verdict == .fail)
    #expect(result.evidence.hasSuffix("192.0.2.2 200, then the body ends after 2 of its 9 bytes"))
  }

  // MARK: - Records

  private static func report(_ verdicts: [DoctorCheck: DoctorVerdict]) -> HostReport {
    HostReport(
      host: "links.test",
      results: DoctorCheck.allCases.map { CheckResult($0, verdicts[$0] ?? .skip, "seen") },
      isReached: true, time: Timestamp(secondsSinceEpoch: now))
  }

  @Test func `tells which verdicts have changed, and nothing of what was left out`() {
    let records = DoctorRecords()
    #expect(records.keep(Self.report([.dns: .pass, .hsts: .warn])) == [])
    let next = Self.report([.dns: .fail, .hsts: .warn, .tlsChain: .fail])
    let changes = records.keep(next)
    #expect(changes.map(\.result.check) == [.dns] && changes.first?.before == .pass)
    #expect(records.keep(Self.report([:])) == [])
    #expect(records.latest(host: "links.test")?.count(.skip) == DoctorCheck.allCases.count)
    // What a host that was away did not tell is not forgotten.
    let after = records.keep(Self.report([.dns: .pass, .hsts: .warn, .tlsChain: .fail]))
    #expect(after.map(\.result.check) == [.dns] && after.first?.before == .fail)
    records.keepOnly(["other.test"])
    #expect(records.all == [])
  }
}
