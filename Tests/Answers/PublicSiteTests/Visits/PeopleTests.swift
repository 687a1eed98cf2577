import HTTPCore
import LinkStorage
import Links
import Testing

@testable import PublicSite
@testable import ServiceSupport
@testable import SiteModel

/// Whose visits are clicks, and what spends a limited link.
@Suite struct PeopleTests {
  private let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(#""slug": "once", "url": "https://e.example/", "maxClicks": 1"#)
    try service.add(#""slug": "x", "url": "https://e.example/", "social": {"title": "Words"}"#)
  }

  private func counts() throws -> [Int] {
    service.now += 1
    for worker in service.workers { worker.handler.tick(at: service.instant) }
    let statistics = try service.store.statistics(StatisticsQuery(by: .outcome))
    return [statistics.clicks, statistics.bots]
  }

  @Test(arguments: ["", "-", "curl/8.14.1", "Go-http-client/2.0", "Uptime-Kuma/1.23.16"])
  func `a program spends nothing and is counted apart`(_ agent: String) throws {
    #expect(try service.visit("/s/once", agent: agent).status == 302)
    #expect(try counts() == [0, 1])
    #expect(try service.visit("/s/once", agent: Agents.windows).status == 302)
    #expect(try service.visit("/s/once", agent: Agents.windows).status == 410)
  }

  @Test(arguments: [
    "Sec-Purpose: prefetch", "Sec-Purpose: prefetch;prerender",
    "Sec-Purpose: prefetch;anonymous-client-ip", "Purpose: prefetch", "Purpose: preview",
    "X-Purpose: preview", "X-Moz: prefetch", "sec-purpose: Prefetch",
  ])
  func `a prefetch is counted nowhere and spends nothing`(_ field: String) throws {
    for agent in [Agents.windows, Agents.iPhone, "curl/8.14.1"] {
      let head = try service.visit("/s/once", method: "HEAD", agent: agent, fields: field + "\r\n")
      #expect(head.status == 503)
      let early = try service.visit("/s/once", agent: agent, fields: field + "\r\n")
      #expect(early.status == 503 && early.cacheControl == "no-store")
      #expect(try service.visit("/s/x", agent: agent, fields: field + "\r\n").status == 302)
    }
    #expect(try counts() == [0, 0])
    #expect(try service.visit("/s/once", agent: Agents.windows).status == 302)
  }

  @Test(arguments: ["Sec-Purpose: other", "Purpose: x", "X-Moz: livebookmarks"])
  func `any other purpose is a visit`(_ field: String) throws {
    _ = try service.visit("/s/once", agent: Agents.windows, fields: field + "\r\n")
    #expect(try counts() == [1, 0])
  }

  @Test(arguments: [
    "Lemmy/0.19.12; +https://lemmy.example", "WordPress/6.8; https://blog.example",
    "Mozilla/5.0 (Linux; Android 11) Chrome/138 Mobile Safari/537.36 Google-PageRenderer Google",
    "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
  ])
  func `programs that show previews get the page with the link's words`(_ agent: String) throws {
    let answer = try service.visit("/s/x", agent: agent)
    #expect(answer.status == 200 && answer.text.contains("Words"))
  }

  @Test(arguments: [
    ".", ",", ";", ":", "!", "'", ")", "]", "}", "%22", "%3E", "%E2%80%A6", "%E3%80%82",
    "%E3%80%81",
    "%E3%80%8D", "%EF%BC%89", "%20", "%C2%A0", "%E3%80%80", ").", "%20%20", ".%E3%80%8D",
  ])
  func `what ends a sentence is no part of a slug`(_ end: String) throws {
    let answer = try service.visit("/s/x" + end, agent: Agents.windows)
    #expect(answer.status == 302 && answer.location == "https://e.example/")
    #expect(try service.visit("/s/none" + end, agent: Agents.windows).status == 404)
    let told = try service.call(
      "POST", "/v1/explain", #"{"url": "https://a.example/s/x\#(end)"}"#)
    #expect(told.text.contains("at its end belongs to the sentence around it"), "\(told.text)")
  }

  @Test(arguments: ["%09", "%0A", "%7F"])
  func `other controls stay refused`(_ end: String) throws {
    #expect(try service.visit("/s/x" + end, agent: Agents.windows).status == 400)
  }

  @Test func `a slug that ends so itself wins`() throws {
    try service.add(#""slug": "x.", "url": "https://e.example/own""#)
    let answer = try service.visit("/s/x.", agent: Agents.windows)
    #expect(answer.location == "https://e.example/own")
  }
}

/// The parts of a link that visitors see, and those that callers with a token see.
@Suite struct VisitorViewTests {
  let service: ServiceFixture
  private static let secrets = [
    "Inner name", "inner-tag", "4711", "2031-01-01", "sites[", "<small>the store",
  ]
  private static let views = ["/s/x?d=1", "/s/x+", "/_keiro/resolve?url=/s/x"]

  init() throws {
    service = try ServiceFixture()
    try service.add(
      #""slug": "x", "url": "https://a.example/item/9", "name": "Inner name", "tags": ["inner-tag"],"#
        + #" "maxClicks": 4711, "expires": "2031-01-01T00:00:00Z", "campaign": {"utm_source": "m"}"#
    )
  }

  private func view(_ target: String, token: String? = nil, agent: String = Agents.iPhone) throws
    -> Answer
  {
    try service.visit(
      target, agent: agent, fields: token.map { "Authorization: Bearer \($0)\r\n" } ?? "")
  }

  @Test(arguments: views) func `shows visitors no name, tags, counts, limits or paths`(
    _ target: String
  ) throws {
    for agent in [Agents.iPhone, Agents.android, Agents.windows, Agents.instagram] {
      let answer = try view(target, agent: agent)
      #expect(answer.status == 200 && answer.text.contains("https://a.example/item/9"))
      for secret in Self.secrets {
        #expect(!answer.text.contains(secret), "\(secret) in \(answer.text)")
      }
    }
  }

  @Test(arguments: views) func `shows all to a token that may read links`(_ target: String) throws {
    let answer = try view(target, token: service.makeToken([.readLinks]))
    for secret in Self.secrets.prefix(4) {
      #expect(answer.text.contains(secret), "\(secret) not in \(answer.text)")
    }
    if target.contains("/s/x?") || target.hasSuffix("+") {
      #expect(answer.text.contains("clicks so far") && answer.text.contains("sites[0].hosts[0]"))
    }
  }

  @Test(arguments: views) func `shows a token of other hosts what visitors see`(
    _ target: String
  ) throws {
    let foreign = try service.makeToken([.readLinks], on: ["b.example"])
    #expect(try view(target, token: foreign).text == view(target).text)
    let own = try service.makeToken([.readLinks], on: ["a.example"])
    #expect(try view(target, token: own).text.contains("Inner name"))
  }

  @Test(arguments: views) func `refuses a token that may not read links`(_ target: String) throws {
    #expect(try view(target, token: service.makeToken([.readStatistics])).status == 403)
    let answer = try view(target, token: "keiro_x")
    #expect(answer.status == 401 && answer.problem == "unauthenticated")
    #expect(answer.field("WWW-Authenticate") != nil)
  }

  @Test func `names no path of the configuration in any sentence`() throws {
    // A site without an association file, and a destination that no app opens.
    for target in ["/fixed+", "/fixed?d=1"] {
      let answer = try service.visit(target, host: "x.w.example", agent: Agents.iPhone)
      #expect(answer.status == 200 && answer.text.contains("Step by step"))
      #expect(!answer.text.contains("sites["), "\(answer.text)")
    }
  }

  @Test func `explains the address without the question`() throws {
    for target in ["/s/x?d=1", "/s/x?a=1&d=1", "/s/x+?d=1&b=2", "/?link=https://a.example/i&d=1"] {
      for agent in [Agents.windows, Agents.iPhone, Agents.android, Agents.instagram] {
        let answer = try view(target, agent: agent)
        #expect(answer.status == 200 && !answer.text.contains("d=1"), "\(answer.text)")
      }
    }
    let resolved = try view("/_keiro/resolve?url=/s/x?d=1%26a=1")
    #expect(resolved["url"] == "https://a.example/item/9?d=1%26a=1&utm_source=m")
    #expect(
      try view("/_keiro/resolve?url=/s/x?d=1&a=1")["url"]
        == "https://a.example/item/9?a=1&utm_source=m")
    // The link's own item remains.
    try service.add(#""slug": "d", "url": "https://a.example/item/9?d=1""#)
    #expect(
      try service.visit("/s/d?a=1", agent: Agents.windows).location
        == "https://a.example/item/9?d=1&a=1")
  }

  @Test func `asks who has too much explained to wait`() throws {
    for _ in 0..<60 { #expect(try view("/s/x+").status == 200) }
    let answer = try view("/s/x?d=1")
    #expect(answer.status == 429 && answer.field("Retry-After") == "1")
    #expect(try service.visit("/s/x", agent: Agents.windows).status == 302)
    service.now += 1
    #expect(try view("/s/x+").status == 200)
  }
}
