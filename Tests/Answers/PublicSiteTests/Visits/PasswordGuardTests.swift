import Dispatch
import HTTPCore
import LinkStorage
import Links
import Service
import Testing
@testable import ServiceSupport

/// Guesses of link passwords during an attack.
@Suite struct PasswordGuardTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(#""slug": "x", "url": "https://e.example/p", "password": "p""#)
  }

  private func enter(_ password: String, from client: String) throws -> Answer {
    try service.visit(
      "/s/x", method: "POST", agent: Agents.windows, body: "password=\(password)", client: client)
  }

  @Test func `bounds the guesses of a site with many networks`() throws {
    let statuses = try (0..<30).map { try enter("no", from: "2001:db8:1:\($0 + 1)::1").status }
    #expect(statuses == Array(repeating: 403, count: 20) + Array(repeating: 429, count: 10))
    #expect(try enter("p", from: "2001:db8:2::1").status == 303)
  }

  @Test func `bounds the guesses at a link from everywhere, and says when to come again`() throws {
    let statuses = try (0..<130).map { try enter("no", from: "2001:db8:\($0 + 1)::1").status }
    #expect(statuses == Array(repeating: 403, count: 120) + Array(repeating: 503, count: 10))
    let busy = try enter("p", from: "192.0.2.7")
    #expect(busy.status == 503 && busy.field("Retry-After") == "1")
    #expect(busy.cacheControl == "no-store" && busy.text.contains("moment"))
    try service.add(#""slug": "y", "url": "https://e.example/q", "password": "p""#)
    let other = try service.visit(
      "/s/y", method: "POST", agent: Agents.windows, body: "password=p", client: "192.0.2.7")
    #expect(other.status == 303)
    service.now += 1
    #expect(try enter("p", from: "192.0.2.7").status == 303)
  }

  @Test func `right passwords count for nothing`() throws {
    for _ in 0..<200 { #expect(try enter("p", from: "192.0.2.1").status == 303) }
  }

  @Test func `a full queue answers at once, and its answer is no guess`() throws {
    let gate = DispatchSemaphore(value: 0)
    let queue = service.directory.queues.passwords
    var held = 0
    while queue.submit({ gate.wait() }) == .admitted { held += 1 }
    for _ in 0..<9 {
      let answer = try enter("p", from: "192.0.2.1")
      #expect(answer.status == 503 && answer.field("Retry-After") == "1")
    }
    for _ in 0..<held { gate.signal() }
    while queue.load > 0 { _ = try service.visit("/s/x") }
    #expect(try enter("p", from: "192.0.2.1").status == 303)
  }

  @Test func `refuses a planted hash that costs too much, by API and import`() throws {
    let hash = #"{"hash": "costly"}"#
    let made = try service.call(
      "POST", "/v1/links",
      #"{"host": "a.example", "slug": "z", "url": "https://e.example/", "password": \#(hash)}"#)
    #expect(made.status == 422 && made.faults == ["password"])
    #expect(made.text.contains("the hash is refused: it costs too much"))
    let imported = try service.call(
      "POST", "/v1/import?format=ndjson",
      #"{"host": "a.example", "slug": "z", "url": "https://e.example/", "password": \#(hash)}"#)
    #expect(imported["rejected"] == "1" && imported.text.contains("costs too much"))
    let good = #"{"password": {"hash": "other"}}"#
    #expect(try service.call("PATCH", "/v1/links/a.example/x", good).status == 200)
  }
}
