import KeiroCommand
import ProgramSupport
import Testing

/// An address names the link that the server answers there, and no other.
struct AddressTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
    fixture.run("links", "add", "--host", "a.example", "--slug", "x", "https://e.example/x")
    fixture.run("links", "add", "--host", "q.b.example", "--slug", "y", "https://e.example/y")
  }

  @Test(arguments: [
    "https://a.example/s/x", "a.example/s/x", "HTTP://WWW.A.EXAMPLE:8080/s/x?from=mail#top",
    "https://a.example/s/%78", "https://a.example/s/x+", "https://a.example/s/x.qr",
  ])
  func `finds the link that is served at an address`(_ address: String) {
    let shown = fixture.run("links", "show", address)
    #expect(shown.code == .done && shown.output.hasPrefix("short URL  https://a.example/s/x\n"))
  }

  @Test(arguments: [
    ("https://a.example/x", "https://a.example/s/x"),
    ("a.example/x", "https://a.example/s/x"),
    ("https://a.example/s/s/x", "https://a.example/s/x"),
    ("https://a.example/s/x/", "https://a.example/s/x"),
    ("https://a.example/S/x", "https://a.example/s/x"),
    ("https://a.example/s/X", "https://a.example/s/x"),
    ("https://c.example/s/x", "https://a.example/s/x"),
    ("https://other.example/x", "https://a.example/s/x"),
    ("https://q.b.example/s/y", "https://q.b.example/y"),
    ("https://r.b.example/y", nil), ("https://a.example/", nil),
    ("https://a.example/.well-known/apple-app-site-association", nil),
  ])
  func `changes nothing where no link is served, and names the one that was meant`(
    _ address: String, _ meant: String?
  ) {
    let whole = address.contains("://") ? address : "https://" + address
    let told =
      "there is no link at \(whole): "
      + (meant.map { "did you mean \($0)?" } ?? "expected the short URL of one that exists") + "\n"
    for command in [["show"], ["edit", "--name", "N"], ["remove"], ["history"], ["restore"]] {
      let recorder = ConsoleRecorder()
      let code = recorder.run(
        ["links"] + command + [address], environment: ["KEIRO_CONFIG": fixture.configuration])
      #expect(
        code == .negative && recorder.error == "keiro links \(command[0]): \(told)", "\(command)")
    }
    #expect(fixture.run("links", "list").output.split(separator: "\n").count == 3)
  }

  @Test func `brings a removed link back by the address at which it was served`() {
    fixture.run("links", "remove", "https://www.a.example/s/x")
    #expect(fixture.run("links", "show", "https://a.example/s/x").code == .negative)
    #expect(
      fixture.run("links", "restore", "https://a.example/x").error
        == "keiro links restore: there is no link at https://a.example/x: did you mean "
        + "https://a.example/s/x?\n")
    #expect(fixture.run("links", "restore", "a.example/s/x").output == "https://a.example/s/x\n")
  }

  @Test func `a link under a longer address is restored although a shorter one answers there`() {
    fixture.run("links", "edit", "--set", "path=append", "https://a.example/s/x")
    fixture.run("links", "add", "--host", "a.example", "--slug", "x/y", "https://e.example/y")
    fixture.run("links", "remove", "https://a.example/s/x/y")
    #expect(fixture.run("links", "show", "https://a.example/s/x/y").output.contains("/s/x\n"))
    let restored = fixture.run("links", "restore", "https://a.example/s/x/y")
    #expect(restored.output == "https://a.example/s/x/y\n")
  }

  @Test(arguments: [
    (#"["127.0.0.1:8080"]"#, "http://localhost:8080/s/x"),
    (#"["0.0.0.0:80"]"#, "http://localhost/s/x"),
    (#"["unix:/run/k.sock", "[::1]:9090"]"#, "http://localhost:9090/s/x"),
    (#"["127.0.0.1:0"]"#, "https://localhost/s/x"),
    (#"["192.0.2.1:8080"]"#, "https://localhost/s/x"),
  ])
  func `a short URL on this machine names the listener`(
    _ listeners: String, _ address: String
  ) throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      { "server": { "listen": \(listeners) }, "store": { "sqlite": "k.db" },
        "sites": [{ "hosts": ["localhost"], "shortLinks": { "prefix": "/s/" } }] }
      """, to: "keiro.json")
    for command in [["add", "--slug", "x", "https://e.example/"], ["show", address]] {
      let recorder = ConsoleRecorder()
      let code = recorder.run(
        ["links"] + command + ["--json"], environment: ["KEIRO_CONFIG": configuration])
      #expect(code == .done && recorder.output.contains("\"shortURL\": \"\(address)\""))
    }
  }
}
