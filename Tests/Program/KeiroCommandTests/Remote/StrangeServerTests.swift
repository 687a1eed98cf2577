import Doctor
import JSONSyntax
import KeiroCommand
import Links
import ProgramSupport
import SmallServer
import Testing

/// Addresses for `--server` at which no management listener of Keiro answers.
struct StrangeServerTests {
  private static func answer(_ status: String, _ type: String, _ body: String) -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
      + "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n"
      + "\r\n\(body)"
  }

  private static let problem =
    #"{"type":"urn:keiro:problem:not-found","status":404,"detail":"There is nothing here."}"#
  private static let commands = [
    ["links", "list"], ["links", "show", "https://a.example/s/x"], ["tokens", "list"],
    ["links", "add", "--host", "a.example", "https://e.example/"], ["stats"], ["audit"],
    ["links", "export", "--format", "csv"], ["webhooks", "list"], ["people", "list"],
  ]

  @Test(arguments: [
    (answer("404 Not Found", "application/problem+json", problem), "404"),
    (answer("404 Not Found", "text/html", "<h1>Not Found</h1>"), "404"),
    (answer("200 OK", "text/html", "<h1>Welcome</h1>"), "200"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\n{\"ok\": 1}", "200"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", "200"),
    ("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n", "204"),
    ("HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n", "302"),
    (answer("502 Bad Gateway", "application/json", "{}"), "502"),
  ])
  func `what is no management listener is told so by every command`(
    _ answer: String, _ status: String
  ) throws {
    let server = try #require(SmallServer { _ in answer })
    defer { server.stop() }
    let url = "http://127.0.0.1:\(server.port)"
    for command in Self.commands {
      let result = keiro(command, environment: ["KEIRO_SERVER": url, "KEIRO_TOKEN": "t"])
      #expect(result.code == .environmentFailed, "\(command) \(result.error)")
      #expect(
        result.error.hasPrefix("keiro \(command[0])")
          && result.error.hasSuffix(
            ": '\(url)' answered \(status) without a word of Keiro's: expected the address of its "
              + "management listener\n"),
        "\(command)")
    }
  }

  @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n", ""])
  func `another protocol is told with what is expected`(_ greeting: String) throws {
    let server = try #require(SmallServer { _ in greeting })
    defer { server.stop() }
    let result = keiro(
      ["links", "list"],
      environment: ["KEIRO_SERVER": "http://127.0.0.1:\(server.port)", "KEIRO_TOKEN": "t"])
    #expect(result.code == .environmentFailed)
    #expect(
      result.error.hasSuffix(": expected the address of Keiro's management listener\n"),
      "\(result.error)")
  }

  @Test(arguments: [
    "https://links.example.com/a", "example.com", "https://example.com:8443/.well-known/x",
    "www.example.com/path", "http://日本.example/",
  ])
  func `an address in the place of a file leads to doctor`(_ operand: String) {
    let host =
      operand.contains("日本")
      ? "xn--wgv71a.example"
      : operand.split(separator: "://").last.map { $0.prefix { $0 != "/" && $0 != ":" } } ?? ""
    for command in [
      ["validate"], ["diff", "/dev/null"], ["apply"], ["links", "import", "--format", "auto"],
      ["notification"],
    ] {
      let result = keiro(command + [operand], environment: [:])
      #expect(result.code != .done && result.code != .wrongUsage)
      #expect((result.error + result.output).contains("keiro doctor \(host)"), "\(command)")
    }
  }

  @Test func `the name of a file that is not there is not taken for a host`() {
    for name in ["links.json", "./example.com/file.json", "export.csv", "aasa"] {
      let result = keiro(["validate", name], environment: [:])
      #expect(!result.output.contains("doctor"), "\(name)")
    }
  }
}

/// An examination by a remote server reads like a local one.
struct RemoteDoctorTests {
  private static func report(isReached: Bool, _ verdict: DoctorVerdict) -> DoctorReport {
    DoctorReport(
      hosts: [
        HostReport(
          host: "a.example",
          results: [CheckResult(.dns, verdict, "what was seen", help: "what to do")],
          isReached: isReached, time: Timestamp(secondsSinceEpoch: 0))
      ])
  }

  @Test(arguments: [
    (true, DoctorVerdict.fail, ExitCode.negative), (true, .pass, .done),
    (false, .fail, .environmentFailed),
  ]) func `the report of a server is told as one's own`(
    _ isReached: Bool, _ verdict: DoctorVerdict, _ expected: ExitCode
  ) throws {
    let report = Self.report(isReached: isReached, verdict).document
    let server = try #require(
      SmallServer { _ in
        "HTTP/1.1 200 OK\r\nContent-Length: \(report.compact.utf8.count)\r\n\r\n" + report.compact
      })
    defer { server.stop() }
    let environment = [
      "KEIRO_SERVER": "http://127.0.0.1:\(server.port)", "KEIRO_TOKEN": "keiro_x",
    ]
    let json = keiro(["doctor", "--json", "a.example"], environment: environment)
    #expect(json == CommandResult(code: expected, output: report.pretty + "\n", error: ""))
    #expect(server.asked[0].hasPrefix("POST /v1/doctor HTTP/1.1\r\n"))
    #expect(server.asked[0].hasSuffix("\r\n\r\n{\"hosts\":[\"a.example\"]}"))
    let text = keiro(["doctor", "--evidence"], environment: environment)
    #expect(text.code == expected)
    #expect(text.output.contains("\(verdict.rawValue)  dns: what was seen\n"))
    #expect(server.asked[1].hasSuffix("\r\n\r\n"))
  }
}

/// The store or server that commands use, and the servers to which they send the token.
struct KeiroLocationTests {
  private static let server = ["KEIRO_SERVER": "https://keiro.example", "KEIRO_TOKEN": "t"]

  @Test func `a configuration that is named wins over the server of the environment`() throws {
    let fixture = try StoreFixture()
    let result = keiro(
      ["links", "list", "--config", fixture.configuration], environment: Self.server)
    #expect(result.code == .done && result.output.contains("a.example/s/spring"))
  }

  @Test func `looks of doctor from here do not go with a server`() {
    let result = keiro(["doctor", "--private"], environment: Self.server)
    #expect(result.code == .wrongUsage && result.error.contains("'--private' and '--server'"))
  }

  @Test func `the token goes to the server that is named and into no message`() throws {
    let server = try #require(
      SmallServer { _ in
        "HTTP/1.1 301 Moved\r\nLocation: http://localhost:1/\r\nContent-Length: 0\r\n\r\n"
      })
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let file = try folder.write("keiro_secret\n", to: "token")
    let url = "http://127.0.0.1:\(server.port)/"
    let result = keiro(["tokens", "list", "--server", url, "--token-file", file])
    #expect(result.code == .environmentFailed)
    #expect(
      result.error
        == "keiro tokens list: 'http://127.0.0.1:\(server.port)' answered 301 without a word of Keiro's: "
        + "expected the address of its management listener\n")
    #expect(server.asked.count == 1)
    #expect(server.asked[0].contains("\r\nAuthorization: Bearer keiro_secret\r\n"))
  }

  @Test(arguments: ["", "\n \n", "kei\u{E4}ro\n"])
  func `a file without a token is told`(_ text: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "token")
    let result = keiro(
      ["links", "list", "--server", "http://localhost:9", "--token-file", file])
    #expect(result.code == .negative)
    #expect(
      result.error
        == "keiro links list: no token found in --token-file or KEIRO_TOKEN: expected "
        + "one line such as 'keiro tokens create' prints\n")
  }
}
