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
    for agent in [Agents.windows, Agents.iPhone] {
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
