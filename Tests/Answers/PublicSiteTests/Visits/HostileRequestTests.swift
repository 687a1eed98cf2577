import WebSyntax
import RandomCases
import AppAssociation
import Links
import Testing

@testable import Management
@testable import ServiceSupport

/// Requests made of everything that commonly confuses servers.
@Suite struct HostileRequestTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(
      #""slug": "x/y.z", "url": "https://a.example/item/1?a=1#f", "campaign": {"utm_source": "ä&"}"#
    )
    try service.add(#""slug": "p", "url": "https://a.example/", "password": "p", "maxClicks": 3"#)
  }

  @Test func `finds every visit an answer that leads to allowed hosts alone`() throws {
    var dice = Dice(seed: CaseSeed.value)
    var odd: [String] = []
    var answered = 0
    let allowed = ["a.example", "www.a.example", "open.a.example", "e.example"]
    let methods = ["GET", "GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "PATCH"]
    let agents = [Agents.windows, Agents.iPhone, Agents.instagram, Agents.android, Agents.facebook]
    for _ in 0..<3000 {
      let target = HostileTargets.target(&dice)
      let method = dice.pick(methods)
      let answer = try? service.visit(
        target, host: dice.pick(["a.example", "x.w.example", "www.a.example"]), method: method,
        agent: dice.pick(agents),
        body: method == "POST" ? "password=" + dice.pick(HostileTargets.parts) : "")
      guard let answer else { continue }
      answered += 1
      let isKnown = [200, 204, 302, 303, 304, 400, 401, 403, 404, 405, 410, 422, 429].contains(
        answer.status)
      let hosts = answer.location.flatMap { WebURL($0)?.host }
      let isIntent = answer.location?.hasPrefix("intent://a.example") ?? false
      let leadsAstray = answer.location != nil && !isIntent && !allowed.contains(hosts ?? "")
      let isSplit = answer.location?.utf8.contains { $0 < 0x21 || $0 > 0x7E } ?? false
      if !isKnown || leadsAstray || isSplit {
        odd.append("\(method) \(target): \(answer.status) \(answer.location ?? "")")
      }
    }
    #expect(odd.prefix(10) == [] && answered > 1000)
  }
}
