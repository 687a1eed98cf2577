import FoundationEssentials
import GoldenFiles
import JSONSyntax
import KeiroCommand
import Testing
import TroubledServers

/// The output of doctor about real servers that misbehave, as golden files: the command, a line of
/// dashes, and the exact output. `KEIRO_GOLDEN=update swift test --filter TroubledHostTests`
/// rewrites them.
struct TroubledHostTests {
  private static let golden = DoctorLab.folder + "Golden"
  private static let fingerprint = DoctorLab.fingerprint

  /// A host, the report about it, and the exit code. Names in braces are ports.
  struct Case: CustomTestStringConvertible {
    let name: String
    let code: ExitCode
    let arguments: String

    init(_ name: String, _ code: ExitCode, _ arguments: String = "") {
      self.name = name
      self.code = code
      self.arguments = arguments
    }

    var testDescription: String { name }

    /// The command line with the server of the case's name, unless the case gives an address of its
    /// own.
    var line: String {
      if name == "signatures" { return "keiro doctor --private" + arguments }
      let resolve =
        arguments.contains(" links.test:443:")
        ? "" : " --resolve links.test:443:127.0.0.1:{\(name)}"
      return "keiro doctor links.test\(resolve)\(arguments)"
        + " --cacert {folder}/root.pem --private" + (name == "drip" ? " --timeout 1" : "")
    }
  }

  private static let platforms =
    " --apple-cdn http://127.0.0.1:{cdn} --google-api http://127.0.0.1:{google}/"
  private static let healthy = " --resolve links.test:443:127.0.0.1:{healthy}"
  private static let config = " --config {fixtures}/links.json"

  static let cases: [Case] = [
    Case(
      "healthy", .done,
      " --resolve links.test:80:127.0.0.1:{plain}" + platforms
        + " --app 94VJUJ8B7P.jp.asajikan.www --package jp.asajikan --fingerprint \(fingerprint)"
        + " --entitlements {fixtures}/app.entitlements --evidence"),
    // Certificates and TLS.
    Case("expired", .negative), Case("soon", .done), Case("wrong-name", .negative),
    Case("no-intermediate", .negative), Case("self-signed", .negative), Case("weak-key", .negative),
    Case("old-tls", .negative), Case("old-tls-too", .done),
    Case("no-tls", .negative, " --resolve links.test:443:127.0.0.1:{plain}"),
    Case(
      "certificates-differ", .done,
      " --resolve links.test:443:127.0.0.1:{healthy},127.0.0.2:{other-certificate}"),
    // The files.
    Case("forbidden", .negative), Case("redirect", .negative), Case("sign-in", .negative),
    Case("pages", .negative), Case("bomb", .negative), Case("drip", .negative),
    Case("huge", .negative), Case("large", .negative), Case("plain-text", .negative),
    Case("broken", .negative), Case("gateway", .negative), Case("empty", .negative),
    Case("abrupt", .negative), Case("copies", .done), Case("head", .done),
    Case("compression", .negative),
    Case(
      "addresses-differ", .negative,
      " --resolve links.test:443:127.0.0.1:{healthy},127.0.0.2:{different}"),
    Case(
      "address-refused", .negative,
      " --resolve links.test:443:127.0.0.1:{healthy},127.0.0.2:{closed}"),
    Case("authorities", .done, healthy + " --name-server 127.0.0.1:{names} --evidence"),
    Case(
      "signatures", .environmentFailed,
      " --name-server 127.0.0.1:{names} --resolve links.forged.test:443:127.0.0.1:{closed}"
        + " links.forged.test"),
    // Plain HTTP.
    Case(
      "plain-elsewhere", .negative,
      healthy + " --resolve links.test:80:127.0.0.1:{plain-elsewhere}"),
    Case("plain-page", .done, healthy + " --resolve links.test:80:127.0.0.1:{plain-page}"),
    Case("plain-refused", .done, healthy + " --resolve links.test:80:127.0.0.1:{closed}"),
    Case("www-redirects", .done, healthy + " --resolve www.links.test:443:127.0.0.1:{redirect}"),
    // Apple and Google.
    Case("cdn-stale", .negative, healthy + " --apple-cdn http://127.0.0.1:{cdn-stale}"),
    Case("cdn-forbidden", .negative, healthy + " --apple-cdn http://127.0.0.1:{cdn-forbidden}"),
    Case("cdn-timeout", .negative, healthy + " --apple-cdn http://127.0.0.1:{cdn-timeout}"),
    Case("google-error", .negative, healthy + " --google-api http://127.0.0.1:{google-error}"),
    Case("google-stale", .negative, healthy + " --google-api http://127.0.0.1:{google-stale}"),
    // Apps.
    Case("other-app", .negative, healthy + " --app 94VJUJ8B7P.jp.asajikan.beta"),
    Case("other-package", .negative, healthy + " --package jp.asajikan.beta"),
    Case(
      "other-fingerprint", .negative,
      healthy + " --package jp.asajikan --fingerprint "
        + "7B:A4:93:31:44:88:B4:D0:DD:88:AA:8D:53:84:65:53:76:1F:56:D0:63:F9:FF:CF:7E:24:87:81:75:73:D0:DD"
    ),
    Case("developer-mode", .done, healthy + " --entitlements {fixtures}/developer.entitlements"),
    // A configuration to compare with.
    Case("keiro", .done, config + " --evidence"), Case("other-files", .negative, healthy + config),
    Case("swallowed", .negative, config), Case("exposed", .negative),
    // No server.
    Case("nobody", .environmentFailed, " --resolve links.test:443:127.0.0.1:{closed}"),
    // Other output formats.
    Case(
      "github", .negative,
      " --resolve links.test:443:127.0.0.1:{forbidden}" + config + " --format github"),
    Case("sarif", .negative, " --resolve links.test:443:127.0.0.1:{forbidden} --format sarif"),
  ]

  // Serialized, so that a busy processor does not delay answers beyond their deadline.
  @Test(.serialized, arguments: cases)
  func `says what is wrong and what to do`(_ subject: Case) throws {
    let servers = try DoctorLab.servers.get()
    let (code, output) = DoctorLab.run(DoctorLab.words(subject.line, servers))
    #expect(code == subject.code)
    let file = GoldenFile(Self.golden + "/\(subject.name).txt")
    let text = subject.line + "\n-----\n" + DoctorLab.settled(output, servers)
    #expect(try file.difference(from: text) == nil)
  }

  @Test func `every golden file is used`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.golden)
    #expect(Set(files) == Set(Self.cases.map { $0.name + ".txt" }))
  }

  @Test func `asks addresses of both families`() throws {
    let servers = try DoctorLab.servers.get()
    // A machine without IPv6 has none.
    guard servers.ports["different6"] != nil else { return }
    let line =
      "keiro doctor links.test --resolve links.test:443:127.0.0.1:{healthy},[::1]:{different6} "
      + "--cacert {folder}/root.pem --private"
    let (code, output) = DoctorLab.run(DoctorLab.words(line, servers))
    #expect(code == .negative)
    #expect(
      output.contains(
        "aasa-addresses: different files: 108 bytes at 127.0.0.1, 126 at ::1"), "\(output)")
  }

  @Test func `prints one JSON document of a fixed form`() throws {
    let servers = try DoctorLab.servers.get()
    let line =
      "keiro doctor links.test --resolve links.test:443:127.0.0.1:{redirect} "
      + "--cacert {folder}/root.pem --private --json"
    let (code, output) = DoctorLab.run(DoctorLab.words(line, servers))
    #expect(code == .negative)
    let root = try JSONDocument(parsing: Array(output.utf8)).root
    let host = try #require(root.member("hosts")?.array?.first)
    #expect(host.member("host")?.string == "links.test")
    let checks = try #require(host.member("checks")?.array)
    for check in checks {
      #expect(check.object?.map(\.name) == ["id", "group", "verdict", "evidence", "help"])
    }
    let redirect = try #require(checks.first { $0.member("id")?.string == "aasa-redirect" })
    #expect(redirect.member("verdict")?.string == "fail")
  }

  @Test func `a host may have a port, or get one by its place`() throws {
    let servers = try DoctorLab.servers.get()
    let port = try #require(servers.ports["healthy"])
    for host in ["links.test:{healthy}", "links.test", "https://links.test:{healthy}/x"] {
      let line =
        "keiro doctor \(host) --resolve links.test:{healthy}:127.0.0.1 --cacert {folder}/root.pem "
        + "--private"
      let (code, output) = DoctorLab.run(DoctorLab.words(line, servers))
      let name = host == "links.test" ? host : "links.test:\(port)"
      #expect(code == .done && output.hasPrefix("\(name): 0 failed"), "\(output)")
    }
  }

  @Test(arguments: [("127.0.0.1:8080", "add_header"), ("tls:127.0.0.1:8443", "server.tls.hsts")])
  func `says what is missing to where TLS ends`(_ address: String, _ help: String) throws {
    let servers = try DoctorLab.servers.get()
    let file = "\(servers.folder)/\(help).json"
    let text = """
      { "server": { "listen": ["\(address)"], "tls": { "certificates": [
          { "chain": "\(servers.folder)/good.chain", "key": "\(servers.folder)/good.key" } ] } },
        "store": { "memory": true }, "sites": [ { "hosts": ["links.test"] } ] }
      """
    try Data(text.utf8).write(to: URL(filePath: file))
    let line =
      "keiro doctor links.test --config \(file) --resolve links.test:443:127.0.0.1:{no-hsts} "
      + "--cacert {folder}/root.pem --private"
    let (_, output) = DoctorLab.run(DoctorLab.words(line, servers))
    let lines = output.split(separator: "\n")
    let index = try #require(lines.firstIndex { $0.contains("hsts: the field is absent") })
    #expect(lines[index + 1].contains(help), "\(output)")
  }

  @Test func `private addresses are asked only when that is said`() throws {
    let servers = try DoctorLab.servers.get()
    let line =
      "keiro doctor links.test --resolve links.test:443:127.0.0.1:{healthy} --apple-cdn "
      + "http://127.0.0.1:{cdn} --google-api http://127.0.0.1:{google}"
    let (code, output) = DoctorLab.run(DoctorLab.words(line, servers))
    #expect(code == .environmentFailed)
    #expect(output.contains("not public"), "\(output)")
  }
}
