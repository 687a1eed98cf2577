import Links
import Testing
import WebSyntax

@testable import Management

/// Requests put together from whatever has ever confused a server, the same ones at every run.
@Suite struct HostileRequestTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(
      #""slug": "x/y.z", "url": "https://a.example/item/1?a=1#f", "campaign": {"utm_source": "ä&"}"#
    )
    try service.add(#""slug": "p", "url": "https://a.example/", "password": "p", "maxClicks": 3"#)
  }

  private struct Dice {
    private var state: UInt64 = 42

    mutating func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }

    mutating func pick(_ list: [String]) -> String { list[roll(list.count)] }
  }

  private static let parts = [
    "/", "/s/", "x/y.z", "x", "p", "fixed", ".qr", "+", "%2B", "%2e", "..", "//", "%2F", "%00",
    "%0d%0a", "%", "%zz", "%ff", "?", "&", "=", "#", "url=", "link=", "https://a.example/",
    "https://evil.example/", "//evil.example", "d=1", "size=64", "format=png", "javascript:", "\\",
    "@", ":80", "_keiro/", "resolve", "banner", "launches", ".well-known/", "item/1", "\"", "<b>",
    "{}", "v1/", "links", "a.example", ":batch", "import", "format=csv", "stats", "by=day",
    "limit=1",
    "cursor=", "linkStats", "shortLinks", "utm_source=", "'", ";", "~", "-", "1",
  ]

  private static func target(_ dice: inout Dice) -> String {
    "/" + (0..<(1 + dice.roll(9))).map { _ in dice.pick(parts) }.joined()
  }

  @Test func `finds every visit an answer that leads to allowed hosts alone`() throws {
    var dice = Dice()
    var odd: [String] = []
    var answered = 0
    let allowed = ["a.example", "www.a.example", "open.a.example", "e.example"]
    let methods = ["GET", "GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "PATCH"]
    let agents = [Agents.windows, Agents.iPhone, Agents.instagram, Agents.android, Agents.facebook]
    for _ in 0..<3000 {
      let target = Self.target(&dice)
      let method = dice.pick(methods)
      let answer = try? service.visit(
        target, host: dice.pick(["a.example", "x.w.example", "www.a.example"]), method: method,
        agent: dice.pick(agents), body: method == "POST" ? "password=" + dice.pick(Self.parts) : "")
      guard let answer else { continue }
      answered += 1
      let isKnown = [200, 204, 302, 303, 304, 400, 401, 403, 404, 405, 410, 422, 429].contains(
        answer.status)
      let hosts = answer.location.flatMap { WebURL($0)?.host }
      let leadsAstray = answer.location != nil && !allowed.contains(hosts ?? "")
      let isSplit = answer.location?.utf8.contains { $0 < 0x21 || $0 > 0x7E } ?? false
      if !isKnown || leadsAstray && !(answer.location?.hasPrefix("intent://a.example") ?? false)
        || isSplit
      {
        odd.append("\(method) \(target): \(answer.status) \(answer.location ?? "")")
      }
    }
    #expect(odd.prefix(10) == [] && answered > 1000)
  }

  @Test func `finds every call an answer that is no failure of the server`() throws {
    var dice = Dice()
    var odd: [String] = []
    var answered = 0
    let bodies = [
      "", "{}", "[]", "{\"url\": \"https://a.example/\"}", "\u{0}", "{\"a\":", "null", "\n\n", "7",
      "{\"urls\": [\"/\"]}", "{\"requestedLink\": \"https://a.example/s/p\"}", "a,b\n1,2\n",
      "{\"host\": \"a.example\", \"slug\": \"p\", \"url\": \"https://a.example/\"}",
    ]
    let fields = [
      "", "If-Match: ,,\"\r\n", "If-None-Match: W/\r\n", "Idempotency-Key: \"\r\n",
      "Accept: */*\r\n", "X-Forwarded-For: ,\r\n",
    ]
    let places = APIOperation.allCases.map(CallerTests.target)
    for round in 0..<3000 {
      let target =
        round % 2 == 0 ? dice.pick(places) + "?" + dice.pick(Self.parts) : Self.target(&dice)
      let method = dice.pick(["GET", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "PUT"])
      let answer = try? service.call(
        method, target, dice.pick(bodies), fields: dice.pick(fields))
      guard let answer else { continue }
      answered += 1
      if answer.status >= 500 { odd.append("\(method) \(target): \(answer.text)") }
    }
    #expect(odd.prefix(10) == [] && answered > 1000)
  }
}
