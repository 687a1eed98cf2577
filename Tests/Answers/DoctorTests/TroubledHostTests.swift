import FoundationEssentials
import GoldenFiles
import JSONSyntax
import KeiroCommand
import Testing
import TroubledServers

/// The output of doctor about real servers that misbehave, as golden files: the command, in which names
/// in braces are ports, a line of dashes, and the exact output.
/// `KEIRO_GOLDEN=update swift test --filter TroubledHostTests` rewrites them.
struct TroubledHostTests {
  private static let golden = DoctorLab.folder + "Golden"
  /// The hosts, each with a file of its name.
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: golden)) ?? [])
    .map { String($0.dropLast(4)) }.sorted()
  private static let working: Set = [
    "healthy", "soon", "old-tls-too", "certificates-differ", "copies", "head", "authorities",
    "plain-page", "plain-refused", "www-redirects", "developer-mode", "keiro",
  ]
  private static let unreachable: Set = ["signatures", "nobody"]

  @Test(arguments: names)
  func `says what is wrong and what to do`(_ name: String) async throws {
    let path = "\(Self.golden)/\(name).txt"
    let line = try String(contentsOf: URL(filePath: path), encoding: .utf8).prefix { $0 != "\n" }
    let (code, output) = try await DoctorLab.run(String(line))
    #expect(
      code
        == (Self.unreachable.contains(name)
          ? .environmentFailed : Self.working.contains(name) ? .done : .negative))
    let text = try line + "\n-----\n" + DoctorLab.settled(output)
    #expect(try GoldenFile(path).difference(from: String(text)) == nil)
  }

  @Test func `there is a file of each host`() {
    #expect(Self.names.count == 51)
    #expect(Self.working.union(Self.unreachable).isSubset(of: Self.names))
  }

  @Test func `asks addresses of both families`() async throws {
    let servers = try DoctorLab.servers.get()
    // A machine without IPv6 has none.
    guard servers.ports["different6"] != nil else { return }
    let line =
      "keiro doctor links.test --resolve links.test:443:127.0.0.1:{healthy},[::1]:{different6} "
      + "--cacert {folder}/root.pem --private"
    let (code, output) = try await DoctorLab.run(line)
    #expect(code == .negative)
    #expect(
      output.contains(
        "aasa-addresses: different files: 108 bytes at 127.0.0.1, 126 at ::1"), "\(output)")
  }

  @Test func `prints one JSON document of a fixed form`() async throws {
    let line =
      "keiro doctor links.test --resolve links.test:443:127.0.0.1:{redirect} "
      + "--cacert {folder}/root.pem --private --json"
    let (code, output) = try await DoctorLab.run(line)
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

  @Test func `a host may have a port, or get one by its place`() async throws {
    let servers = try DoctorLab.servers.get()
    let port = try #require(servers.ports["healthy"])
    for host in ["links.test:{healthy}", "links.test", "https://links.test:{healthy}/x"] {
      let line =
        "keiro doctor \(host) --resolve links.test:{healthy}:127.0.0.1 --cacert {folder}/root.pem "
        + "--private"
      let (code, output) = try await DoctorLab.run(line)
      let name = host == "links.test" ? host : "links.test:\(port)"
      #expect(code == .done && output.hasPrefix("\(name): 0 failed"), "\(output)")
    }
  }

  @Test(arguments: [("127.0.0.1:8080", "add_header"), ("tls:127.0.0.1:8443", "server.tls.hsts")])
  func `says what is missing to where TLS ends`(_ address: String, _ help: String) async throws {
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
    let (_, output) = try await DoctorLab.run(line)
    let lines = output.split(separator: "\n")
    let index = try #require(lines.firstIndex { $0.contains("hsts: the field is absent") })
    #expect(lines[index + 1].contains(help), "\(output)")
  }

  @Test func `private addresses are asked only when that is said`() async throws {
    let line =
      "keiro doctor links.test --resolve links.test:443:127.0.0.1:{healthy} --apple-cdn "
      + "http://127.0.0.1:{cdn} --google-api http://127.0.0.1:{google}"
    let (code, output) = try await DoctorLab.run(line)
    #expect(code == .environmentFailed)
    #expect(output.contains("not public"), "\(output)")
  }
}
