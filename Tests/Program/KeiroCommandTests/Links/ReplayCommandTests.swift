import Compression
import KeiroCommand
import ProgramSupport
import SmallServer
import Testing

struct ReplayCommandTests {
  private static func answer(_ request: String) -> String {
    let path = request.split(separator: " ").dropFirst().first ?? ""
    let head =
      switch path {
      case "/s/spring":
        request.contains("iPhone")
          ? "301 Moved\r\nLocation: https://apps.example/\r\n"
          : "301 Moved\r\nLocation: https://E.example:443/%73pring\r\n"
      case "/s/over": "302 Found\r\nLocation: https://e.example/\u{1B}[31mover\r\n"
      case "/s/slow": "503 Later\r\nRetry-After: 3600\r\n"
      default: "404 None\r\n"
      }
    return "HTTP/1.1 \(head)Content-Length: 0\r\nConnection: close\r\n\r\n"
  }

  private static func line(_ path: String, _ agent: String = "curl/8") -> String {
    "192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] \"GET \(path) HTTP/1.1\" 301 0 \"-\" \"\(agent)\"\n"
  }

  private static let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1"

  @Test func `says where visitors would notice that another service answers`() throws {
    let server = try #require(SmallServer(answer: Self.answer))
    defer { server.stop() }
    let fixture = try StoreFixture()
    fixture.run("links", "add", "--host", "a.example", "--slug", "once", "https://e.example/x")
    fixture.run("links", "edit", "--max-clicks", "1", "https://a.example/s/once")
    let log =
      Self.line("/s/spring") + Self.line("/s/spring") + Self.line("/s/spring", Self.phone)
      + Self.line("/s/gone") + Self.line("/s/over") + Self.line("/s/once")
      + Self.line("/robots.txt")
    let file = try fixture.folder.write(log, to: "access.log")
    func replay(_ more: String...) -> CommandResult {
      keiro(
        [
          "links", "replay", "--old", "http://127.0.0.1:\(server.port)", "--host", "a.example",
          "--rate", "50",
        ] + more, environment: ["KEIRO_CONFIG": fixture.configuration])
    }
    let first = replay(file)
    #expect(first.code == .negative)
    #expect(
      first.output == """
        the same: 2 requests of 3 visits
        different: 3 requests of 3 visits
        differs, 1 visit: https://a.example/s/once (other, bot)
          old: 404
          new: 302 https://e.example/x
        differs, 1 visit: https://a.example/s/over (other, bot)
          old: 302 https://e.example/%1B[31mover
          new: 404
        differs, 1 visit: https://a.example/s/spring (iphone safari)
          old: 301 https://apps.example/
          new: 302 https://e.example/spring
        left out: 1 line about files that each service makes for itself, such as /robots.txt
        3 of 6 visits (50.0 %) would end elsewhere

        """, "\(first.error)")
    // Each request with its visitor's user agent, and none for robots.
    #expect(server.asked.count == 5)
    #expect(server.asked.count { $0.contains(Self.phone) } == 1)
    #expect(server.asked.allSatisfy { $0.hasPrefix("HEAD ") && $0.contains("Host: a.example") })
    // The requests have not used up any clicks.
    #expect(fixture.run("links", "show", "https://a.example/s/once").output.contains("clicks"))
    #expect(replay(file).output == first.output)

    let packed = fixture.folder.path + "/access.log.gz"
    let bytes = try #require(Gzip.compress(Array(log.utf8)))
    try fixture.folder.write(bytes, to: "access.log.gz")
    #expect(replay(packed).output == first.output)
    try fixture.folder.write(Array(bytes.dropLast(9)), to: "access.log.gz")
    let broken = replay(packed)
    #expect(broken.code == .environmentFailed)
    #expect(broken.error.contains("it is no whole file of gzip"))
  }

  @Test func `ends well only where everything was compared`() throws {
    let server = try #require(SmallServer(answer: Self.answer))
    defer { server.stop() }
    let fixture = try StoreFixture()
    let old = "http://127.0.0.1:\(server.port)"
    func replay(_ list: String, _ more: String...) throws -> CommandResult {
      let file = try fixture.folder.write(list, to: "list.txt")
      return keiro(
        ["links", "replay", "--old", old, "--rate", "50", file] + more,
        environment: ["KEIRO_CONFIG": fixture.configuration])
    }
    let same = try replay("https://a.example/s/spring\na.example/s/none\n")
    #expect(same.code == .done)
    #expect(same.output.hasSuffix("\nevery visitor gets the same from both\n"))
    let slow = try replay("https://a.example/s/slow\n")
    #expect(slow.code == .negative)
    #expect(slow.output.hasSuffix("\n  old: 503\n  new: 404\nnothing was compared\n"))
    #expect(try replay("nothing\n").code == .negative)
    // Another host, and a running Keiro instead of the configuration.
    let moved = try replay("https://old.example/s/spring\n", "--as", "a.example")
    #expect(moved.code == .done, "\(moved.output)")
    let running = try replay("https://a.example/s/spring\n", "--new", old)
    #expect(running.code == .done, "\(running.output)")
    #expect(try replay("x", "--new", "https://x.example/path").code == .wrongUsage)
    #expect(try replay("x", "--new", old, "--country", "JP").code == .wrongUsage)
  }
}
