import AppAssociation
import Links
import RandomCases
import Testing
import WebSyntax

@testable import Management
@testable import ServiceSupport

/// Requests made of everything that commonly confuses servers.
@Suite struct HostileRequestTests {
  let service: ServiceFixture

  init() throws { service = try HostileTargets.service() }

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

/// The fields that keep browsers from misinterpreting an answer.
@Suite struct SecurityFieldTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(#""slug": "p", "url": "https://a.example/", "password": "p""#)
  }

  @Test(arguments: [
    "/", "/item/7", "/s/fixed", "/s/fixed?a=1", "/s/fixed+", "/s/p", "/s/none", "/absent",
    "/?link=https://evil.test/", "/s/fixed.qr", "/s/fixed.qr?format=png", "/s/fixed.qr?size=1",
    "/_keiro/resolve?url=/s/fixed", "/_keiro/resolve", "/_keiro/launches",
    "/_keiro/banner?url=/item/7", "/apple-app-site-association", "/.well-known/assetlinks.json",
  ]) func `let no answer be taken for another type`(_ target: String) throws {
    for agent in [Agents.iPhone, Agents.windows] {
      #expect(
        try service.visit(target, agent: agent).field("X-Content-Type-Options") == "nosniff")
    }
  }

  @Test(arguments: ["/", "/item/7", "/s/fixed+", "/s/p", "/s/none", "/absent"])
  func `keep pages from other pages' reach`(_ target: String) throws {
    let page = try service.visit(target, agent: Agents.iPhone)
    #expect(page.contentType == "text/html; charset=utf-8")
    #expect(page.field("Cross-Origin-Opener-Policy") == "same-origin")
    #expect(page.field("Cross-Origin-Resource-Policy") == "same-origin")
    #expect(page.field("Permissions-Policy")?.contains("camera=()") == true)
    #expect(page.field("Referrer-Policy") == "no-referrer")
  }

  @Test func `let pictures alone be shown elsewhere`() throws {
    for target in ["/s/fixed.qr", "/s/fixed.qr?format=png"] {
      #expect(
        try service.visit(target).field("Cross-Origin-Resource-Policy") == "cross-origin")
    }
    for target in ["/_keiro/resolve?url=/s/fixed", "/_keiro/resolve", "/_keiro/banner?url=/item/7"]
    {
      #expect(try service.visit(target).field("Cross-Origin-Resource-Policy") == "same-origin")
    }
  }
}

/// Bodies on public hosts.
@Suite struct BodyTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(#""slug": "x", "url": "https://a.example/""#)
    try service.add(#""slug": "p", "url": "https://a.example/", "password": "p""#)
  }

  @Test(arguments: [
    ("GET", "/", "a.example", 200), ("HEAD", "/s/x", "a.example", 302),
    ("OPTIONS", "/", "a.example", 204), ("PUT", "/", "a.example", 405),
    ("GET", "/s/p", "a.example", 200), ("GET", "/_keiro/launches", "a.example", 405),
    ("GET", "/s/x+", "a.example", 413),
    ("POST", "/", "a.example", 405), ("POST", "/s/x", "a.example", 405),
    ("POST", "/s/x+", "a.example", 405), ("POST", "/s/p.qr", "a.example", 405),
    ("POST", "/_keiro/resolve", "a.example", 405), ("POST", "/absent", "a.example", 404),
    ("POST", "/s/none", "a.example", 404), ("POST", "/%00", "a.example", 400),
    ("POST", "/_keiro/launches", "a.example", 413), ("GET", "/_keiro/claims", "a.example", 405),
    ("POST", "/_keiro/claims", "a.example", 413), ("POST", "/", "b.example", 404),
    ("PUT", "/s/p", "b.example", 404),
  ]) func `are not waited for where none is expected`(
    _ method: String, _ target: String, _ host: String, _ status: Int
  ) throws {
    let body = String(repeating: "a", count: 100_000)
    // The fixture answers from the request alone when its body is refused.
    let answer = try service.visit(target, host: host, method: method, body: body)
    #expect(answer.status == status, "\(answer.text)")
  }

  @Test func `have the length of a form where a password is asked for`() throws {
    for target in ["/s/p", "/s/p+", "/s/p?d=1"] {
      let form = "password=" + String(repeating: "a", count: 4087)
      #expect(try service.visit(target, method: "POST", body: form).status == 403)
      #expect(try service.visit(target, method: "POST", body: form + "a").status == 413)
      service.now += 60
    }
  }
}
