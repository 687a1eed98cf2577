import Testing

@testable import LinkImport

private func entries(_ text: String, piece: Int = .max) -> [VisitLog.Entry] {
  var log = VisitLog()
  var entries: [VisitLog.Entry] = []
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    log.feed(Array(rest.prefix(piece))) { entries.append($0) }
    rest = rest.dropFirst(piece)
  }
  log.finish { entries.append($0) }
  return entries
}

private let time = "- - [10/Oct/2025:13:55:36 +0000]"

struct VisitLogTests {
  @Test(
    arguments: [
      (
        "192.0.2.1 \(time) \"GET /a?b=1 HTTP/1.1\" 301 0",
        LoggedVisit(target: "/a?b=1", address: "192.0.2.1")
      ),
      (
        "192.0.2.1 \(time) \"GET /a HTTP/2.0\" 301 0 \"-\" \"Moz \\\"x\\\" \\x41\"\r",
        LoggedVisit(target: "/a", agent: "Moz \"x\" A", address: "192.0.2.1")
      ),
      (
        "Go.Example.com:443 2001:db8::1 \(time) \"HEAD /a HTTP/1.1\" 301 0 \"-\" \"-\"",
        LoggedVisit(host: "go.example.com", target: "/a", address: "2001:db8::1")
      ),
      (
        "visitor.example \(time) \"GET /\\xe2\\x82\\xac HTTP/1.1\" 301 0 \"-\" \"x\"",
        LoggedVisit(target: "/%E2%82%AC", agent: "x")
      ),
      ("https://Go.example.com/a?b", LoggedVisit(host: "go.example.com", target: "/a?b")),
      ("go.example.com/a;12;x", LoggedVisit(host: "go.example.com", target: "/a")),
    ])
  func `reads a request`(_ line: String, _ visit: LoggedVisit) {
    for piece in [1, 7, .max] {
      #expect(entries(line + "\n", piece: piece) == [.visit(visit)])
    }
  }

  @Test(
    arguments: [
      ("", PassedLine.unreadable, 0), ("nothing", .unreadable, 1),
      ("192.0.2.1 \(time) \"\\x16\\x03\" 400 0", .unreadable, 1),
      ("192.0.2.1 \(time) \"GET http://evil.example/ HTTP/1.1\" 400 0", .unreadable, 1),
      ("192.0.2.1 \(time) \"GET /a\" 400 0", .unreadable, 1),
      ("192.0.2.1 \(time) \"GET /\\x00 HTTP/1.1\" 400 0 \"unended", .unreadable, 0),
      (
        "192.0.2.1 \(time) \"GET /\(String(repeating: "a", count: 3000)) HTTP/1.1\"", .unreadable, 1
      ),
      ("192.0.2.1 \(time) \"POST /a HTTP/1.1\" 400 0", .otherMethod, 1),
      ("192.0.2.1 \(time) \"GET /robots.txt HTTP/1.1\" 400 0", .ownFile, 1),
      ("192.0.2.1 \(time) \"GET /.well-known/x?a HTTP/1.1\" 400 0", .ownFile, 1),
    ])
  func `passes over what visitors do not ask`(_ line: String, _ reason: PassedLine, _ count: Int) {
    let passed = entries(line).count { $0 == .passed(reason) }
    #expect(passed == count)
  }

  @Test func `reads marks in succession that would be sorted for minutes`() {
    let marks = String(repeating: "\u{301}\u{323}", count: 100_000)
    let lines = [
      "x\(marks)", "go.example.com/\(marks)", "G\(marks)T 192.0.2.1 \(time) \"GET /a HTTP/1.1\"",
      "192.0.2.1 \(time) \"G\(marks) /a HTTP/1.1\"", "#Fields: cs-method\(marks) \(marks)",
    ]
    let host = LoggedVisit(target: "/a", address: "192.0.2.1")
    let expected: [VisitLog.Entry] = [
      .passed(.unreadable), .passed(.unreadable), .visit(host), .passed(.otherMethod),
    ]
    #expect(entries(lines.joined(separator: "\n")) == expected)
  }

  /// The fields and escapes of docs.aws.amazon.com, "Standard logging reference".
  @Test func `reads CloudFront by the names of its fields`() {
    let log = """
      #Version: 1.0
      #Fields: date cs-method cs(Host) cs-uri-stem cs(User-Agent) cs-uri-query c-ip x-host-header
      2025-10-10\tGET\td1.cloudfront.net\t/%2541b\tMozilla/5.0%20(iPhone)\tq=%2520\t192.0.2.1\tgo.example.com
      2025-10-10\tGET\td1.cloudfront.net\t/b\t-\t-\t-\t-
      2025-10-10\tGET
      """
    #expect(
      entries(log) == [
        .visit(
          LoggedVisit(
            host: "go.example.com", target: "/%41b?q=%20", agent: "Mozilla/5.0 (iPhone)",
            address: "192.0.2.1")),
        .visit(LoggedVisit(host: "d1.cloudfront.net", target: "/b")), .passed(.unreadable),
      ])
  }
}

struct ReplayTallyTests {
  private static let phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    + "Version/17.0 Mobile/15E148 Safari/604.1"

  @Test func `counts alike visitors once, and orders requests by their visits`() {
    var tally = ReplayTally()
    let targets = ["/a", "/b", "/b", "/b"]
    for target in targets { tally.take(.visit(LoggedVisit(target: target))) }
    tally.take(.visit(LoggedVisit(target: "/a", agent: Self.phone)))
    let newer = Self.phone.replacing("17_0", with: "18_0")
    tally.take(.visit(LoggedVisit(target: "/a", agent: newer)))
    tally.take(.passed(.ownFile))
    #expect(
      tally.requests(limit: 2) == [
        .init(visit: LoggedVisit(target: "/b"), visits: 3),
        .init(visit: LoggedVisit(target: "/a", agent: Self.phone), visits: 2),
      ])
    #expect(tally.passed == [.ownFile: 1])
    #expect(tally.visits == 6)
  }

  @Test func `keeps the most visited where there is no room for all`() {
    var tally = ReplayTally(byteLimit: 20_000)
    for number in 0..<5000 {
      tally.take(.visit(LoggedVisit(target: "/rare\(number)")))
      if number.isMultiple(of: 5) { tally.take(.visit(LoggedVisit(target: "/often"))) }
    }
    let requests = tally.requests(limit: .max)
    #expect(requests.first?.visit.target == "/often")
    #expect(requests.count < 200)
    #expect(tally.visits + tally.crowdedOut == 6000)
  }

  @Test func `tells visitors apart by their region where that matters`() {
    var tally = ReplayTally(region: { String($0.prefix(1)) })
    for address in ["1.0.0.1", "1.0.0.2", "2.0.0.1"] {
      tally.take(.visit(LoggedVisit(target: "/a", address: address)))
    }
    #expect(tally.requests(limit: 9).map(\.visits) == [2, 1])
  }
}

struct AnswerLikenessTests {
  private func answer(_ status: Int, _ location: String? = nil) -> OldAnswer {
    OldAnswer(url: "https://go.example.com/x/k", status: status, location: location)
  }

  @Test(
    arguments: [
      ("https://E.example:443", "https://e.example/"), ("/a", "https://go.example.com/a"),
      ("b", "https://go.example.com/x/b"), ("https://e.example/%7ea%c3", "https://e.example/~a%C3"),
      ("https://e.example/?b=2&a=1", "https://e.example/?a=1&b=2"),
      ("https://e.example/?", "https://e.example/"),
      ("https://e.example/?id=7&a=1", "https://e.example/?a=1"),
      ("intent://e#Intent;end", "intent://e#Intent;end"),
    ])
  func `takes addresses that lead to the same place for alike`(_ one: String, _ other: String) {
    let likeness = AnswerLikeness(ignoring: ["id"])
    #expect(likeness.meaning(answer(301, one)) == likeness.meaning(answer(302, other)))
  }

  @Test(
    arguments: [
      ("https://e.example/a", "https://e.example/A"),
      ("https://e.example/%2F", "https://e.example//"),
      ("https://e.example/", "http://e.example/"), ("https://e.example/?a=1", "https://e.example/"),
      ("https://e.example/#a", "https://e.example/"),
      ("https://e.example:8/", "https://e.example/"),
    ])
  func `tells other places apart`(_ one: String, _ other: String) {
    let likeness = AnswerLikeness()
    #expect(likeness.meaning(answer(302, one)) != likeness.meaning(answer(302, other)))
  }

  @Test func `says what a status comes to`() {
    let likeness = AnswerLikeness()
    #expect([404, 410, 400].map { likeness.meaning(answer($0)) } == [.closed, .closed, .closed])
    #expect([0, 429, 503].map { likeness.meaning(answer($0)) } == [.unknown, .unknown, .unknown])
    #expect([200, 302].map { likeness.meaning(answer($0)) } == [.page, .page])
    #expect(likeness.meaning(answer(403)) == .refused)
  }
}
