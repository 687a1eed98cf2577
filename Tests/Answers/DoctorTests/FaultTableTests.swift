import KeiroCommand
import JSONSyntax
import Testing
import TroubledServers

@testable import Doctor

/// Faults of deployed hosts, each on a real server: the only check that reports it, and the fact in
/// its evidence. `TroubledHostTests` have further ones, with the exact output.
struct FaultTableTests {
  /// A host with a fault.
  struct Fault: CustomTestStringConvertible {
    /// The name of the server.
    let name: String
    let verdict: DoctorVerdict
    let checks: [DoctorCheck]
    /// The statement in the evidence of each check.
    let fact: String
    let arguments: String

    static func fails(
      _ name: String, _ checks: DoctorCheck..., fact: String, with arguments: String = ""
    ) -> Fault {
      Fault(name: name, verdict: .fail, checks: checks, fact: fact, arguments: arguments)
    }

    static func warns(
      _ name: String, _ checks: DoctorCheck..., fact: String, with arguments: String = ""
    ) -> Fault {
      Fault(name: name, verdict: .warn, checks: checks, fact: fact, arguments: arguments)
    }

    var testDescription: String { name }
  }

  private static let healthy = " --resolve links.test:443:127.0.0.1:{healthy}"
  private static let aasa = "/.well-known/apple-app-site-association"
  private static let links = "/.well-known/assetlinks.json"

  static let faults: [Fault] =
    transports + wholeness + encodings + types + strays + refusals + redirects + agents + unsteady
    + lists

  private static let transports: [Fault] = [
    .warns(
      "plain-temporary", .httpRedirect, fact: "302 to https://links.test/",
      with: plain("plain-temporary")),
    .warns("www-absent", .otherName, fact: "www.links.test answers 404", with: www("empty")),
    .warns("www-page", .otherName, fact: "without the file", with: www("apple-page")),
    .warns(
      "certificates-differ", .tlsAddresses, fact: "127.0.0.2 until 2099-02-01",
      with: " --resolve links.test:443:127.0.0.1:{healthy},127.0.0.2:{renewed}"),
    .warns("no-hsts", .hsts, fact: "the field is absent"),
    .warns("short-hsts", .hsts, fact: "max-age is 300"),
    .warns("ageless-hsts", .hsts, fact: "'includeSubDomains' has no max-age"),
    .warns("cdn-500", .appleCDN, fact: "answers 500 without a reason", with: cdn("cdn-500")),
    .fails("cdn-private", .appleCDN, fact: "SWCERR00202", with: cdn("cdn-private")),
    .warns("long", .tlsUsage, fact: "valid for 28855 days"),
    .warns("no-usage", .tlsUsage, fact: "does not say that it is for servers"),
    .fails("client", .tlsChain, fact: "its extended key usage lacks serverAuth"),
    .fails("apple-resets", .aasaStatus, fact: "the server reset the connection"),
    .fails("apple-flood", .aasaStatus, fact: "the header of the answer is too large"),
    .warns("cdn-cut", .appleCDN, fact: "then the body ends after 108 of", with: cdn("cdn-cut")),
  ]

  private static let wholeness: [Fault] = [
    .fails(
      "apple-cut", .aasaStatus, fact: "200, then the body ends after 108 of its 308 bytes"),
    .fails("apple-torn", .aasaStatus, fact: "200, then the body ends after 108 of its 308 bytes"),
    .fails(
      "google-cut", .assetlinksStatus, fact: "200, then the body ends after 262 of its 462 bytes"),
    .fails("apple-chunks", .aasaStatus, fact: "200, then the body ends before its last part"),
    .fails(
      "apple-packed-cut", .aasaStatus, fact: "the body ends before its 2000 bytes have arrived"),
    .fails(
      "apple-stalls", .aasaTime, fact: "did not arrive within 1 s; 108 of 300 bytes did",
      with: " --timeout 1"),
    .fails("apple-short", .aasaValid, fact: "[json-syntax]"),
    .fails(
      "apple-not-gzip", .aasaStatus,
      fact: "cannot be decompressed as 'gzip', which its Content-Encoding"),
    .fails("google-not-gzip", .assetlinksStatus, fact: "cannot be decompressed as 'gzip'"),
    .fails("apple-no-coding", .aasaStatus, fact: "cannot be decompressed as 'utf-8'"),
    .warns(
      "apple-brotli", .aasaCompression, fact: "compressed as br for clients that ask for gzip"),
    .warns(
      "apple-always-gzip", .aasaCompression,
      fact: "compressed as gzip even for clients "
        + "that do not"),
    .fails("google-huge", .assetlinksTime, fact: "more than 1048576 bytes"),
  ]

  private static let encodings: [Fault] = [
    .fails("apple-gzip", .aasaValid, fact: "compressed with gzip without a Content-Encoding"),
    .fails("google-gzip", .assetlinksValid, fact: "compressed with gzip"),
    .fails("apple-utf16-le", .aasaValid, fact: "UTF-16 (little-endian): expected JSON in UTF-8"),
    .fails("apple-utf16-be", .aasaValid, fact: "UTF-16 (big-endian)"),
    .fails("apple-utf16", .aasaValid, fact: "UTF-16 (little-endian)"),
    .fails("google-utf16", .assetlinksValid, fact: "UTF-16 (big-endian)"),
    .fails("apple-mark", .aasaValid, fact: "byte order mark"),
    .fails("apple-comma", .aasaValid, fact: "[json-syntax]"),
    .fails("apple-void", .aasaValid, fact: "the file is empty"),
    .fails("apple-array", .aasaValid, fact: "this is assetlinks.json"),
    .fails("google-object", .assetlinksValid, fact: "this is apple-app-site-association"),
    .fails("google-short-print", .assetlinksValid, fact: "sha256_cert_fingerprints[0]"),
    .fails("swapped", .aasaValid, .assetlinksValid, fact: "the two files are swapped"),
    .fails("apple-twice", .aasaValid, fact: "compressed twice"),
    .fails("apple-lfs", .aasaValid, fact: "a pointer of Git LFS"),
    .fails("apple-base64", .aasaValid, fact: "Base64, not the JSON itself"),
    .fails("apple-php", .aasaValid, fact: "the source of a PHP script"),
    .fails("apple-binary", .aasaValid, fact: "binary data without a Content-Encoding"),
    .fails("apple-warning", .aasaValid, fact: "other text precedes the JSON"),
    .fails("apple-json-page", .aasaValid, fact: "begins like HTML"),
    .fails("google-json-page", .assetlinksValid, fact: "begins like HTML"),
    .warns("signed", .aasaValid, fact: "[signed-file]"),
  ]

  private static let types: [Fault] = [
    .warns("apple-html", .aasaContentType, fact: "the file has the type text/html: expected"),
    .fails(
      "google-html", .assetlinksContentType, fact: "the file has the type text/html: expected"),
    .warns("apple-octets", .aasaContentType, fact: "the type application/octet-stream"),
    .fails("google-octets", .assetlinksContentType, fact: "the type application/octet-stream"),
    .warns("apple-untyped", .aasaContentType, fact: "the file has no type"),
    .fails("google-untyped", .assetlinksContentType, fact: "the file has no type"),
    .fails(
      "apple-text", .aasaContentType, fact: "text that is not JSON (text/plain) instead of"),
    .fails("apple-page", .aasaContentType, fact: "a page (text/html) instead of the file"),
    .fails("google-page", .assetlinksContentType, fact: "a page (text/html) instead of"),
  ]

  private static let strays: [Fault] = [
    .fails(
      "apple-root", .aasaStatus, fact: "404; the file is at /apple-app-site-association, where"),
    .fails("apple-named-json", .aasaStatus, fact: "404; the file is at \(aasa).json"),
    .fails(
      "apple-root-json", .aasaStatus, fact: "404; the file is at /apple-app-site-association.json"),
    .fails("apple-dotless", .aasaStatus, fact: "the file is at /well-known/apple-app-site"),
    .fails(
      "apple-page-root", .aasaContentType,
      fact: "a page (text/html) instead of the file; the file is at /apple-app-site"),
    .fails("google-root", .assetlinksStatus, fact: "404; the file is at /assetlinks.json"),
    .fails("google-nameless", .assetlinksStatus, fact: "the file is at /.well-known/assetlinks,"),
    .fails(
      "apple-named-json", .aasaStatus, fact: "the file is at",
      with: " --app 94VJUJ8B7P.jp.asajikan.www"),
    .fails("apple-misspelt", .aasaStatus, fact: "the file is at /.well-known/apple-app-site-assoc"),
    .fails("google-misspelt", .assetlinksStatus, fact: "at /.well-known/assetLinks.json"),
    .fails(
      "empty", .aasaStatus, .assetlinksStatus, fact: "404; the file is on www.links.test alone",
      with: " --resolve links.test:443:127.0.0.1:{empty}"
        + " --resolve www.links.test:443:127.0.0.1:{healthy}"),
    .warns("apple-absent", .aasaStatus, fact: "\(aasa) answers 404"),
    .warns("apple-gone", .aasaStatus, fact: "\(aasa) answers 410"),
    .warns("google-absent", .assetlinksStatus, fact: "\(links) answers 404"),
  ]

  private static let refusals: [Fault] = [
    .fails("apple-401", .aasaStatus, fact: "gets 401, a request to sign in"),
    .fails("apple-403", .aasaStatus, fact: "Apple's fetcher gets 403"),
    .fails("apple-cookie-403", .aasaStatus, fact: "gets 403 with a cookie"),
    .fails("apple-429", .aasaStatus, fact: "gets 429, a rate limit"),
    .fails("apple-451", .aasaStatus, fact: "gets 451, a refusal by country or by law"),
    .fails("google-451", .assetlinksStatus, fact: "Google's service gets 451"),
    .fails("apple-503", .aasaStatus, fact: "answers 503"),
    .fails("google-503", .assetlinksStatus, fact: "answers 503"),
    .fails("apple-204", .aasaStatus, fact: "answers 204, which means that there is no content"),
    .fails("apple-404-file", .aasaStatus, fact: "with the file as its body: only the status is"),
    .fails("apple-203", .aasaStatus, fact: "with the file as its body: a proxy has changed"),
    .fails("apple-206", .aasaStatus, fact: "answers 206, a part of the file"),
    .warns("rate", .aasaStatus, fact: "answers were 429, a rate limit"),
  ]

  private static let redirects: [Fault] = [
    .fails("cookie-wall", .aasaRedirect, fact: "302 to the file itself, with a cookie"),
    .fails("cookie-page", .aasaContentType, fact: "a page (text/html), which sets a cookie, in"),
    .fails("consent", .aasaRedirect, fact: "302 to https://consent.links.test/"),
    .fails("apple-folder", .aasaRedirect, fact: "301 to \(aasa)/"),
    .fails("apple-downgrade", .aasaRedirect, fact: "301 to http://links.test"),
    .fails("apple-nowhere", .aasaRedirect, fact: "302 to nowhere"),
    .fails("google-redirect", .assetlinksRedirect, fact: "308 to https://www.links.test"),
  ]

  private static let agents: [Fault] = [
    .fails(
      "agent-page", .aasaAgents, fact: "(AASA-Bot/1.0.0) gets 200 with a page, a phone (swcd)"),
    .fails(
      "agent-redirect", .aasaAgents, fact: "gets 302 to https://links.test/challenge, a phone"),
    .fails("agent-other", .aasaAgents, fact: "different files: 104 bytes for AASA-Bot/1.0.0, 108"),
    .fails(
      "google-agent", .assetlinksAgents,
      fact: "Google's service (GoogleAssociationService) gets 403, a phone"),
    .fails("agents-none", .aasaStatus, fact: "Apple's fetcher gets 403"),
    .warns("browser-403", .aasaAgents, fact: "gets 200, a phone (swcd) 200, a browser 403"),
    .warns("browser-page", .aasaAgents, fact: "a browser 200 with a page"),
    .warns("phone-cut", .aasaAgents, fact: "a phone (swcd) 200, then the body ends after 108 of"),
  ]

  private static let package = " --package jp.asajikan --fingerprint " + DoctorLab.fingerprint

  private static let unsteady: [Fault] = [
    .fails("flap", .aasaStatus, fact: " answers were 502, whoever asked"),
    .fails("flap-503", .aasaStatus, fact: " answers were 503, whoever asked"),
    .fails("google-flap", .assetlinksStatus, fact: "3 of 6 answers were 502, whoever asked"),
    .fails("apple-turns", .aasaAgents, fact: "different files"),
  ]

  private static let lists: [Fault] = [
    .fails("include-missing", .assetlinksInclude, fact: "https://links.test/all.json: 404"),
    .fails(
      "include-missing", .assetlinksInclude, fact: "https://links.test/all.json", with: package),
    .fails(
      "include-moved", .assetlinksInclude, fact: "all.json: 301 to https://links.test/b.json"),
    .fails(
      "google-login", .expectedPackages, fact: "for delegate_permission/common.get_login",
      with: package),
    .warns("passkeys", .expectedPackages, fact: "and the host has webcredentials", with: package),
    .warns("robots-all", .assetlinksRobots, fact: "line 2 of robots.txt, 'Disallow: /', shuts"),
    .warns("robots-hidden", .assetlinksRobots, fact: "line 3 of robots.txt"),
    .warns("robots-503", .assetlinksRobots, fact: "robots.txt answers 503"),
  ]

  private static func plain(_ server: String) -> String {
    healthy + " --resolve links.test:80:127.0.0.1:{\(server)}"
  }

  private static func www(_ server: String) -> String {
    healthy + " --resolve www.links.test:443:127.0.0.1:{\(server)}"
  }

  private static func cdn(_ server: String) -> String {
    healthy + " --apple-cdn http://127.0.0.1:{\(server)}"
  }

  /// Correct hosts that are unusual.
  static let right: [(name: String, arguments: String)] =
    [
      "healthy", "right-packed", "right-x-gzip", "right-chunks", "right-connection", "right-hints",
      "right-fallback", "right-copy", "right-charset", "right-cookie", "right-identity",
      "right-long-hsts", "right-spaces", "right-robots", "include-circle",
    ].map { ($0, "") } + [
      ("www", www("healthy")), ("plain", plain("plain")),
      ("CDN", cdn("cdn") + " --google-api http://127.0.0.1:{google}"),
      ("included", " --resolve links.test:443:127.0.0.1:{include-good}" + package),
      ("apps", healthy + " --app 94VJUJ8B7P.jp.asajikan.www --package jp.asajikan"),
      ("addresses", " --resolve links.test:443:127.0.0.1:{healthy},127.0.0.1:{right-chunks}"),
    ]

  private struct Report {
    let code: ExitCode
    let results: [(check: String, verdict: String, evidence: String, help: String?)]

    init(_ name: String, _ arguments: String) throws {
      let servers = try DoctorLab.servers.get()
      let resolve =
        arguments.contains(" links.test:443:")
        ? "" : " --resolve links.test:443:127.0.0.1:{\(name)}"
      let line =
        "keiro doctor links.test\(resolve)\(arguments) --cacert {folder}/root.pem --private --json"
      let output: String
      (code, output) = DoctorLab.run(DoctorLab.words(line, servers))
      let host = try JSONDocument(parsing: Array(output.utf8)).root.member("hosts")?.array?.first
      results = try #require(host?.member("checks")?.array).map { check in
        func text(_ name: String) -> String? { check.member(name)?.string }
        return (text("id") ?? "", text("verdict") ?? "", text("evidence") ?? "", text("help"))
      }
    }

    /// The checks that fail or warn.
    var blamed: [String] {
      results.filter { $0.verdict == "fail" || $0.verdict == "warn" }
        .map { "\($0.verdict) \($0.check): \($0.evidence)" }
    }
  }

  @Test(arguments: faults)
  func `names a fault once, as it is`(_ fault: Fault) throws {
    let report = try Report(fault.name, fault.arguments)
    #expect(report.code == (fault.verdict == .fail ? .negative : .done))
    #expect(report.blamed.count == fault.checks.count, "\(report.blamed)")
    for check in fault.checks {
      let result = try #require(report.results.first { $0.check == check.rawValue })
      #expect(result.verdict == fault.verdict.rawValue, "\(report.blamed)")
      #expect(result.evidence.contains(fault.fact), "\(result.evidence)")
      #expect(result.help?.isEmpty == false)
    }
    // Checks that were skipped because of the fault say so, and name the failed check.
    for result in report.results where result.evidence.contains(": see ") {
      let named = String(result.evidence.split(separator: " ").last ?? "")
      #expect(fault.checks.contains { $0.rawValue == named }, "\(result)")
    }
  }

  @Test(arguments: right)
  func `blames nothing that is right`(_ name: String, _ arguments: String) throws {
    let report = try Report(name, arguments)
    #expect(report.code == .done && report.blamed == [])
  }
}
