import JSONSyntax
import ProgramSupport
import Testing

@testable import KeiroCommand

struct HealthCommandTests {
  @Test(
    arguments: [
      (["health"], [:], .configuration("config/keiro.json"), false),
      (["health", "--config", "a.json", "--ready"], [:], .configuration("a.json"), true),
      (
        ["health", "--server", "http://127.0.0.1:8081/"], [:], .server("http://127.0.0.1:8081"),
        false
      ),
      (["health"], ["KEIRO_SERVER": "HTTPS://K.example"], .server("https://k.example"), false),
      (
        ["health", "--config", "a"], ["KEIRO_SERVER": "https://k.example"], .configuration("a"),
        false
      ),
    ] as [([String], [String: String], HealthCommand.Place, Bool)])
  func `asks the listeners of a configuration, or a server, without a token`(
    _ arguments: [String], _ environment: [String: String], _ place: HealthCommand.Place,
    _ wantsReadiness: Bool
  ) throws {
    let command = try #require(CommandTable.command(of: arguments))
    let parsed = try #require(
      try CommandLineParser(environment: environment).split(arguments.dropFirst(), of: command))
    let health = try parsed.health()
    #expect(health.place == place && health.wantsReadiness == wantsReadiness)
  }

  @Test(arguments: [
    ("127.0.0.1:8081", "http://127.0.0.1:8081"), ("0.0.0.0:81", "http://127.0.0.1:81"),
    ("[::]:81", "http://[::1]:81"), ("[::1]:81", "http://[::1]:81"),
    ("10.0.0.7:81", "http://10.0.0.7:81"), ("tls:[2001:db8::1]:443", "https://[2001:db8::1]"),
    ("tls:0.0.0.0:8443", "https://127.0.0.1:8443"), ("127.0.0.1:0", nil),
  ])
  func `reaches a listener from this machine`(_ listener: String, _ url: String?) {
    let address = HealthCommand.Address(listener: listener)
    #expect(address == url.map { HealthCommand.Address(url: $0, name: listener, isOwn: true) })
  }

  @Test(
    arguments: [
      (200, "ok\n", .good("ok")), (200, "ready\n", .good("ready")),
      (200, "degraded: no changes\n", .good("degraded: no changes")),
      (
        503, #"{"type":"urn:keiro:problem:not-ready","detail":"the service is shutting down"}"#,
        .bad("k: the service is shutting down")
      ),
      (200, "ok", nil), (200, "<html>", nil), (404, "", nil),
      (500, #"{"type":"about:blank"}"#, nil),
      (404, #"{"type":"urn:keiro:problem:not-found","detail":"nothing is here"}"#, nil),
    ] as [(Int, String, HealthCommand.Answer?)])
  func `knows the words of a Keiro from those of another program`(
    _ status: Int, _ body: String, _ answer: HealthCommand.Answer?
  ) {
    let stranger = HealthCommand.Answer.none(
      "k answered \(status) without a word of Keiro's: expected the address of its management listener"
    )
    #expect(HealthCommand.answer(status, Array(body.utf8), of: "k") == answer ?? stranger)
  }

  @Test func `asks a running service, whatever else is wrong with its file by now`() throws {
    let fixture = try RunningFixture { RunningFixture.text($0, url: "https://e.example/1") }
    let file = "\(fixture.folder.path)/keiro.json"
    func health(_ options: String...) -> (code: ExitCode, text: String) {
      let result = keiro(["health", "--config", file] + options)
      return (
        result.code, result.output + result.error.replacing(fixture.folder.path, with: "FOLDER")
      )
    }
    #expect(
      health()
        == (
          .negative,
          "keiro health: unix:FOLDER/management does not answer: Couldn't connect to server\n"
        )
    )
    try fixture.service.start(hearsSignals: false)
    #expect(health() == (.done, "ok\n"))
    #expect(health("--ready") == (.done, "ready\n"))
    let document = try keiro(["health", "--json", "--config", file]).document
    #expect(document.member("answer")?.string == "ok")
    try fixture.write(
      RunningFixture.text(fixture.folder, url: "nowhere").replacing("\"sites\"", with: "\"sitez\""))
    #expect(health("--ready") == (.done, "ready\n"))
    try fixture.write("{ \"server\": { \"management\": [] } }")
    #expect(health().code == .negative)
    #expect(health().text.contains("has no management listener to ask"))
    try fixture.write("{")
    let refusal = keiro(["health", "--json", "--config", file])
    #expect(refusal.code == .negative && refusal.error == "")
    #expect(
      try refusal.document.member("error")?.member("code")?.string == "invalid-configuration")
  }
}
