import LinkImport
import Outgoing
import SmallServer
import Synchronization
import Testing

@testable import KeiroCommand

/// A clock that advances by waiting.
private final class FakeTime: Sendable {
  private let now = Mutex(0.0)
  var seconds: Double { now.withLock { $0 } }
  func wait(_ seconds: Double) { now.withLock { $0 += seconds } }
}

struct OldServiceInquiryTests {
  private let time = FakeTime()

  private func inquiry(
    rate: Int = 2, _ answer: @escaping (OutgoingRequest) -> Result<OutgoingAnswer, OutgoingError>
  ) -> OldServiceInquiry {
    let time = time
    return OldServiceInquiry(
      rate: rate, allowsPlain: false,
      transport: .init(
        send: answer, clock: { time.seconds }, pause: { time.wait($0) }))
  }

  private static func redirect(_ status: Int = 301) -> OutgoingAnswer {
    OutgoingAnswer(status: status, fields: [("location", "https://e.example/")], body: [])
  }
  private static let none = OutgoingAnswer(status: 404, fields: [], body: [])

  @Test func `asks at the rate that was said, by https alone`() {
    var asked: [(method: String, url: String, at: Double)] = []
    var inquiry = inquiry { request in
      asked.append((request.method, request.url, time.seconds))
      return .success(request.url.hasSuffix("robots.txt") ? Self.none : Self.redirect())
    }
    for name in ["a", "b", "c"] {
      #expect(inquiry.answer("http://old.example/\(name)").status == 301)
    }
    #expect(
      asked.map(\.url) == [
        "https://old.example/robots.txt", "https://old.example/a", "https://old.example/b",
        "https://old.example/c",
      ])
    #expect(asked.map(\.at) == [0, 0.5, 1, 1.5])
    #expect(asked.dropFirst().allSatisfy { $0.method == "HEAD" })
  }

  @Test func `obeys robots and the pause that they ask for`() {
    let robots = "User-agent: keiro\nDisallow: /private\nCrawl-delay: 7\n"
    var inquiry = inquiry { request in
      .success(
        request.url.hasSuffix("robots.txt")
          ? OutgoingAnswer(status: 200, fields: [], body: Array(robots.utf8)) : Self.redirect())
    }
    #expect(inquiry.answer("https://old.example/a").status == 301)
    #expect(time.seconds == 7)
    #expect(
      inquiry.answer("https://old.example/private/x").failure
        == "the host's robots.txt does not allow programs to ask for it")
    #expect(time.seconds == 7)
  }

  @Test func `waits as long as it is asked to, a few times`() {
    var count = 0
    var inquiry = inquiry { request in
      guard request.method == "HEAD" else { return .success(Self.none) }
      count += 1
      return .success(
        count < 3
          ? OutgoingAnswer(status: 429, fields: [("retry-after", "30")], body: [])
          : Self.redirect())
    }
    #expect(inquiry.answer("https://old.example/a").status == 301)
    #expect(count == 3 && time.seconds >= 60)
    count = -10
    #expect(inquiry.answer("https://old.example/b").status == 429)
    #expect(count == -7)
  }

  @Test func `asks again by GET where HEAD is not known`() {
    var methods: [String] = []
    var inquiry = inquiry { request in
      methods.append(request.method)
      return .success(
        request.method == "HEAD"
          ? OutgoingAnswer(status: 405, fields: [], body: []) : Self.redirect())
    }
    #expect(inquiry.answer("https://old.example/a").location == "https://e.example/")
    #expect(methods == ["GET", "HEAD", "GET"])
  }

  @Test func `gives a host up that does not answer`() {
    var count = 0
    var inquiry = inquiry { _ in
      count += 1
      return .failure(.timeout)
    }
    for number in 0..<40 {
      let answer = inquiry.answer("https://old.example/\(number)")
      #expect(answer.isPassing && answer.failure != nil)
    }
    // The robots file, and twenty addresses three times each.
    #expect(count == 61)
  }
}

struct AddressListCommandTests {
  private static func answer(_ request: String) -> String {
    let path = request.split(separator: " ").dropFirst().first ?? ""
    let head =
      switch path {
      case "/robots.txt": "404 None\r\n"
      case "/s/a": "301 Moved\r\nLocation: https://e.example/a\r\n"
      case "/s/b": "302 Found\r\nLocation: https://e.example/b?x=1\r\n"
      case "/s/elsewhere": "301 Moved\r\nLocation: https://other.example/\r\n"
      case "/s/page": "200 OK\r\n"
      default: "404 None\r\n"
      }
    return "HTTP/1.1 \(head)Content-Length: 0\r\nConnection: close\r\n\r\n"
  }

  @Test func `takes links over from a service that redirects them, and asks nothing twice`() throws
  {
    let server = try #require(SmallServer(answer: Self.answer))
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      { "store": { "sqlite": "keiro.db" },
        "outgoing": { "allowNetworks": ["127.0.0.1"], "allowPlainHTTP": true },
        "sites": [ { "hosts": ["a.example"], "destinationHosts": ["e.example"],
          "shortLinks": { "prefix": "/s/" } } ] }
      """, to: "keiro.json")
    let names = ["a", "b", "a", "page", "gone", "elsewhere"]
    let list = names.map { "http://127.0.0.1:\(server.port)/s/\($0)\n" }.joined() + "nothing\n"
    let file = try folder.write(list, to: "list.txt")
    let answers = folder.path + "/answers"
    func run(_ more: [String]) -> (code: ExitCode, output: String, error: String) {
      let recorder = ConsoleRecorder()
      let code = recorder.run(
        ["links", "import", "--format", "url-list", "--as", "a.example", "--rate", "50", file]
          + more,
        environment: ["KEIRO_CONFIG": configuration])
      return (
        code, recorder.output.replacing("http://127.0.0.1:\(server.port)", with: "OLD"),
        recorder.error
      )
    }
    let dry = run(["--answers", answers])
    #expect(dry.code == .negative)
    #expect(
      dry.output == """
        would create 2, update 0, leave 0 unchanged, reject 5
        rejected (these rows are not taken):
          line 3 OLD/s/a: the link is already in line 1, and the first counts
          line 4 OLD/s/page: the old service shows a page instead of a redirect: it may ask \
        for a password, or warn
          line 5 OLD/s/gone: the old service does not know it
          line 6 OLD/s/elsewhere: url: 'https://other.example/' is not a destination: the \
        host 'other.example' is not among the site's destinationHosts: expected e.example
          line 7 nothing: 'nothing' is not a short URL

        """)
    #expect(server.asked.count == 6)
    let real = run(["--answers", answers, "--apply"])
    #expect(real.output.hasPrefix("created 2, updated 0, unchanged 0, rejected 5\n"))
    #expect(server.asked.count == 6)
    let again = run(["--apply"])
    #expect(
      again.output.hasPrefix(
        """
        created 0, updated 0, unchanged 2, rejected 5
        note: 2 links are here already and were not asked for: --overwrite asks again

        """))
    // The robots file, and the three addresses without a link.
    #expect(server.asked.count == 10)
  }

  @Test func `asks no address inside unless it may`() throws {
    let fixture = try StoreFixture()
    let file = try fixture.folder.write("https://127.0.0.1/s/a\n", to: "list.txt")
    let result = fixture.run(
      "links", "import", "--format", "url-list", "--as", "a.example", file)
    #expect(result.code == .negative)
    #expect(
      result.output.hasSuffix(
        "the old service did not answer: the address 127.0.0.1 is not public: expected one of "
          + "'outgoing.allowNetworks'\n"))
  }
}
