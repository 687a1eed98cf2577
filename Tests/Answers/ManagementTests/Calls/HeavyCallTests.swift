import Dispatch
import Glibc
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Questions
import Service
import Telemetry
import Testing

@testable import Management
@testable import ServiceSupport

/// Expensive calls: their limits, and the share that they leave to others.
@Suite struct HeavyCallTests {
  private static func apps(_ count: Int) -> String {
    let ids = (0..<count).map { #""ABCDE12345.a.b\#($0)""# }.joined(separator: ",")
    return #"{"applinks": {"details": [{"appIDs": [\#(ids)], "components": [{"/": "/a"}]}]}}"#
  }

  private static func match(apps: Int, urls: [String], app: String? = nil) -> String {
    let list = urls.map { "\"\($0)\"" }.joined(separator: ",")
    let only = app.map { #", "app": "\#($0)""# } ?? ""
    return #"{"aasa": \#(Self.apps(apps)), "urls": [\#(list)]\#(only)}"#
  }

  // MARK: - Bounds

  @Test func `bounds apps times URLs, and says by how much it is over`() throws {
    let service = try ServiceFixture()
    let urls = Array(repeating: "/a", count: 101)
    let over = try service.call("POST", "/v1/match", Self.match(apps: 100, urls: urls))
    #expect(over.status == 413 && over.problem == "too-much-work")
    #expect(over.text.contains("100 apps and 101 URLs give 10100 verdicts"))
    #expect(service.directory.guards.oversized.value == 1)
    let within = try service.call("POST", "/v1/match", Self.match(apps: 100, urls: ["/a"]))
    #expect(within.json.member("verdicts")?.array?.count == 100)
    let one = Self.match(apps: 100, urls: urls, app: "ABCDE12345.a.b7")
    #expect(try service.call("POST", "/v1/match", one).status == 200)
  }

  @Test func `bounds URLs and their lengths`() throws {
    let service = try ServiceFixture()
    let many = try service.call(
      "POST", "/v1/match", Self.match(apps: 1, urls: Array(repeating: "/a", count: 1001)))
    #expect(many.status == 422 && many.faults == ["urls"])
    let long = "/" + String(repeating: "a", count: 8192)
    let answer = try service.call("POST", "/v1/match", Self.match(apps: 1, urls: [long]))
    #expect(answer.status == 422 && answer.faults == ["urls[0]"])
    let explained = try service.call(
      "POST", "/v1/explain", #"{"url": "https://a.example\#(long)"}"#)
    #expect(explained.status == 422 && explained.faults == ["url"])
  }

  @Test(arguments: [
    ("", false), ("?limit=5&host=a.example", false), ("?sort=created&search=", false),
    ("?search=a", true), ("?%73earch=a", true), ("?sear%63h=%61", true), ("?sort=clicks", true),
    ("?limit=1&s%6Frt=cl%69cks", true), ("?tag=spring", true), ("?st%61te=expired", true),
    (":deleted", false), (":deleted?limit=5&host=a.example", false),
    (":deleted?tag=&search=", false), (":deleted?tag=spring", true),
    (":deleted?s%65arch=a", true), (":deleted?campaign=autumn", true),
    (":deleted?owner=apply", true),
  ])
  func `lists that may read every link count as heavy, however they are written`(
    _ rest: String, _ isHeavy: Bool
  ) throws {
    let service = try ServiceFixture()
    let id = try #require(service.store.tokens().last).id
    #expect(try service.call("GET", "/v1/links\(rest)").status == 200)
    // A caller whose computing time is used up is refused expensive calls only.
    service.directory.guards.computing.charge(100, to: nil, subject: id, at: service.instant)
    #expect(try service.call("GET", "/v1/links\(rest)").status == (isHeavy ? 429 : 200))
  }

  @Test func `bounds the answer`() throws {
    var bounds = CallBounds()
    bounds.bytes = 2000
    let service = try ServiceFixture(bounds: bounds)
    let answer = try service.call("POST", "/v1/match", Self.match(apps: 40, urls: ["/a", "/b"]))
    #expect(answer.status == 413 && answer.text.contains("longer than 2000 bytes"))
    #expect(try service.call("POST", "/v1/match", Self.match(apps: 1, urls: ["/a"])).status == 200)
    let matrix = #"{"url": "https://a.example/", "matrix": true}"#
    #expect(try service.call("POST", "/v1/explain", matrix).status == 413)
  }

  @Test func `bounds the time of one call, and what a token computes in a minute`() throws {
    var bounds = CallBounds()
    bounds.seconds = 0
    let service = try ServiceFixture(bounds: bounds)
    let body = Self.match(apps: 1, urls: ["/a"])
    #expect(try service.call("POST", "/v1/match", body).problem == "too-much-work")
    let id = try #require(service.store.tokens().last).id
    service.directory.guards.computing.charge(60, to: nil, subject: id, at: service.instant)
    let limited = try service.call("POST", "/v1/match", body)
    #expect(limited.status == 429 && limited.problem == "too-many-requests")
    #expect(limited.field("Retry-After").flatMap { Int($0) }.map { $0 <= 60 } == true)
    #expect(try service.call("GET", "/v1/links").status == 200)
    service.token = try service.makeToken([.readLinks])
    #expect(try service.call("POST", "/v1/match", body).status == 413)
  }

  @Test func `tells the first hundred of very many faults`() throws {
    let urls = (0..<1000).map { _ in "x" }
    let answer = try ServiceFixture().call("POST", "/v1/match", Self.match(apps: 1, urls: urls))
    #expect(answer.status == 422 && answer.faults.count == 100)
    #expect(answer["detail"]?.hasPrefix("1000 fields are wrong") == true)
  }

  @Test func `a match stops between URLs once nobody needs it`() throws {
    let source = AssociationText("aasa", bytes: Array(Self.apps(2).utf8))
    let urls = try ["/a", "/b", "/c"].map { try #require(AskedURL($0, host: nil)) }
    let match = try MatchQuestion(source, urls: urls, .init())
    #expect(match.count == 6)
    #expect(match.answer { _ in false }.rows.map(\.url) == ["/a", "/a"])
    #expect(match.answer { _ in true }.rows.count == 6)
    let cancellation = HTTPCancellation()
    let meter = WorkMeter(cancellation, CallBounds(), try ServiceFixture().directory.guards)
    #expect(meter.goesOn(adding: 1))
    cancellation.cancel()
    #expect(!meter.goesOn(adding: 1))
    #expect(throws: Problem.self) { try meter.check() }
  }

  /// Five hundred uses of a variable with three hundred values: hours of comparing in 50 KB.
  private static func costly(_ path: String) -> String {
    let values = (1...300).map { "\"\(String(repeating: "a", count: $0))?\"" }
    let pattern = "/" + String(repeating: "$(v)", count: 500)
    return #"{"aasa": {"applinks": {"substitutionVariables": {"v": ["#
      + values.joined(separator: ",")
      + #"]}, "details": [{"appIDs": ["ABCDE12345.a.b"], "components": [{"/": ""#
      + pattern + #""}]}]}}, "urls": [""# + path + #""]}"#
  }

  @Test func `a comparison of hours ends within its rule`() throws {
    var bounds = CallBounds()
    bounds.seconds = 0.1
    let service = try ServiceFixture(bounds: bounds)
    let path = "/" + String(repeating: "a", count: 2000)
    let answer = try service.call("POST", "/v1/match", Self.costly(path))
    #expect(answer.status == 413 && answer.text.contains("seconds of computing time"))
    #expect(service.directory.queues.heavyCalls.load <= 1)
  }

  // MARK: - Queues

  @Test func `a full queue turns heavy calls away, and delays no other`() throws {
    let service = try ServiceFixture()
    let gate = DispatchSemaphore(value: 0)
    let queue = service.directory.queues.heavyCalls
    var held = 0
    while queue.submit({ gate.wait() }) == .admitted { held += 1 }
    for (method, target, body) in [
      ("POST", "/v1/match", Self.match(apps: 1, urls: ["/a"])), ("POST", "/v1/validate", "{}"),
      ("POST", "/v1/explain", #"{"url": "https://a.example/"}"#), ("GET", "/v1/stats", ""),
      ("POST", "/v1/diff", #"{"old": {}, "new": {}}"#), ("GET", "/v1/links?search=x", ""),
      ("GET", "/v1/audit", ""),
    ] {
      let answer = try service.call(method, target, body)
      #expect(answer.status == 503 && answer.problem == "busy", "\(target) \(answer.text)")
      #expect(answer.field("Retry-After") == "1")
    }
    try service.add(#""slug": "x", "url": "https://e.example/""#)
    #expect(try service.call("GET", "/v1/links/a.example/x").status == 200)
    #expect(try service.call("GET", "/v1/links").status == 200)
    #expect(try service.call("GET", "/v1/export").lines.count == 1)
    let metrics = service.metrics
    #expect(metrics.contains("keiro_limit_refusals_total{limit=\"api-queue\"} 8"))
    #expect(metrics.contains("keiro_queue_length{queue=\"api\"} 32"))
    for _ in 0..<held { gate.signal() }
  }

  @Test(.timeLimit(.minutes(1)))
  func `bounds the files that are transferred at a time`() throws {
    let service = try ServiceFixture()
    let slots = service.directory.queues.transfers
    var held: [TransferSlots.Slot] = []
    while let slot = slots.enter(owner: "t\(held.count)") { held.append(slot) }
    #expect(held.count == 8)
    for (method, target, body) in [
      ("GET", "/v1/export", ""), ("POST", "/v1/import?format=csv", "x"),
      ("POST", "/v1/links:batch", "{}"),
    ] {
      let answer = try service.call(method, target, body)
      #expect(answer.status == 503 && answer.problem == "busy")
    }
    held.removeAll()
    for _ in 0..<10 { #expect(try service.call("GET", "/v1/export").status == 200) }
    // The thread that makes an answer releases its slot a moment after the answer has been read.
    while slots.count > 0 { sched_yield() }
    let own = (0..<5).map { _ in slots.enter(owner: "one") }
    #expect(own.count { $0 != nil } == 4)
  }
}

extension ServiceFixture {
  fileprivate var metrics: String {
    var output = PrometheusText()
    output.append(directory.limits)
    return output.text
  }
}
