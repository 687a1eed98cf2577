import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Service
import SiteModel
import Telemetry
import Testing
import WebSyntax

@testable import ServiceSupport

/// The names under which the management listener answers, and the clients that it admits.
@Suite struct ManagementAccessTests {
  private static func access(
    _ addresses: [String]?, networks: [String] = []
  ) throws -> ManagementAccess {
    ManagementAccess(
      names: ["keiro.internal"], addresses: addresses?.compactMap { IPAddress($0) },
      networks: try networks.map { try IPNetwork(parsing: $0) })
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.0.0.1:8081", true), ("localhost:8081", true), ("LocalHost.", true),
    ("app.localhost", true), ("[::1]:8081", true), ("127.8.9.1", true), ("192.0.2.1", true),
    ("keiro.internal", true), ("Keiro.Internal:80", true), ("192.0.2.2", false),
    ("[2001:db8::1]", false),
    ("evil.test", false), ("127.0.0.1.evil.test", false), ("localhost.evil.test", false),
    ("xkeiro.internal", false), ("a.example", false),
  ])
  func `answers under the names of its addresses and the configured ones`(
    _ host: String, _ isServed: Bool
  ) throws {
    let service = try ServiceFixture(access: Self.access(["127.0.0.1", "192.0.2.1"]))
    for target in ["/metrics", "/v1/links", "/openapi.json", "/nothing"] {
      let answer = try service.call("GET", target, host: host)
      #expect((answer.status == 421) != isServed, "\(target) \(answer.text)")
      #expect(isServed || answer.problem == "host-not-served")
    }
    let batch = try service.call("POST", "/v1/links:batch", "{}", host: host)
    #expect(batch.status == (isServed ? 200 : 421))
    #expect(service.directory.guards.misdirected.value == (isServed ? 0 : 5))
  }

  @Test(arguments: ["/healthz", "/readyz", "/readyz/changes"])
  func `says how it is under any name, as orchestrators ask`(_ target: String) throws {
    let service = try ServiceFixture(access: Self.access(["127.0.0.1"]))
    #expect(try service.call("GET", target, host: "10.1.2.3:8081").status == 200)
    #expect(try service.call("HEAD", target, host: "evil.test").status == 200)
    #expect(try service.call("POST", target, host: "evil.test").status == 421)
  }

  @Test func `answers under every address where it listens everywhere`() throws {
    let service = try ServiceFixture(access: Self.access(nil))
    #expect(try service.call("GET", "/metrics", host: "192.0.2.9").status == 200)
    #expect(try service.call("GET", "/metrics", host: "[2001:db8::9]:81").status == 200)
    #expect(try service.call("GET", "/metrics", host: "evil.test").status == 421)
  }

  @Test func `admits the networks of its list`() throws {
    let service = try ServiceFixture(
      access: Self.access(nil, networks: ["192.0.2.0/28", "10.0.0.1"]))
    #expect(try service.call("GET", "/healthz", client: "192.0.2.1").status == 200)
    let refused = try service.call("GET", "/healthz", client: "192.0.2.99")
    #expect(refused.status == 403 && refused.problem == "network-not-allowed")
    // Behind a trusted proxy, the address of the client counts, and not its own claims.
    func forwarded(_ from: String, _ peer: String) throws -> Int {
      try service.call(
        "GET", "/healthz", fields: "X-Forwarded-For: \(from)\r\n", client: peer
      ).status
    }
    #expect(try forwarded("192.0.2.1", "10.0.0.1") == 200)
    #expect(try forwarded("192.0.2.99", "10.0.0.1") == 403)
    #expect(try forwarded("192.0.2.1", "198.51.100.1") == 403)
  }
}

/// Tokens that are limited to hosts, that expire, and whose uses are recorded.
@Suite struct TokenReachTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture { definition in
      definition.sites[2].shortLinks = .init(prefix: "/", app: nil, links: [])
    }
    for host in ["a.example", "x.w.example", "p.example"] {
      let body =
        #"{"host": "\#(host)", "slug": "one", "url": "https://e.example/"}"#
      try #require(service.call("POST", "/v1/links", body).status == 201)
    }
    service.token = try service.makeToken(TokenScope.allCases, on: ["a.example", "*.w.example"])
  }

  private static func new(_ host: String, _ slug: String = "two") -> String {
    #"{"host": "\#(host)", "slug": "\#(slug)", "url": "https://e.example/"}"#
  }

  @Test func `imports and makes many links on its hosts alone`() throws {
    let lines = ["a.example", "p.example"].map { Self.new($0, "many") }.joined(separator: "\n")
    let report = try service.call("POST", "/v1/import?format=ndjson", lines)
    #expect(report["created"] == "1" && report["rejected"] == "1")
    #expect(report.text.contains("you have no access to the host 'p.example'"))
    let batch = try service.call(
      "POST", "/v1/links:batch", lines.replacing("many", with: "more"))
    #expect(batch.lines.map { $0.text(at: "status") } == ["201", "403"])
  }

  @Test func `sees the clicks of its hosts, and no launches`() throws {
    #expect(try service.call("GET", "/v1/stats").status == 400)
    #expect(try service.call("GET", "/v1/stats?by=launch&host=a.example").status == 403)
    service.token = try service.makeToken([.readStatistics], on: ["a.example"])
    #expect(try service.call("GET", "/v1/stats").status == 200)
  }

  @Test func `allows nothing once it has expired`() throws {
    let end = Timestamp(secondsSinceEpoch: Int(service.now) + 60)
    service.token = try service.makeToken([.readLinks], expires: end)
    #expect(try service.call("GET", "/v1/links").status == 200)
    service.now += 59
    #expect(try service.call("GET", "/v1/links").status == 200)
    service.now += 1
    let answer = try service.call("GET", "/v1/links")
    #expect(answer.status == 401 && answer.text.contains("expired"))
  }

  @Test func `notes uses to the minute, once for all calls of a minute`() throws {
    let name = "noted"
    service.token = try service.makeToken([.readLinks], name: name)
    let id = try #require(service.store.tokens().first { $0.name == name }).id
    _ = service.directory.tokenUses.take()
    for _ in 0..<3 { _ = try service.call("GET", "/v1/links") }
    let minute = Timestamp(secondsSinceEpoch: Int(service.now) / 60 * 60)
    #expect(service.directory.tokenUses.take() == [id: minute])
    _ = try service.call("GET", "/v1/links")
    #expect(service.directory.tokenUses.take() == [:])
    service.now += 60
    _ = try service.call("GET", "/v1/links")
    #expect(service.directory.tokenUses.take().map(\.key) == [id])
    // A refused call does not count as a use of the token.
    service.now += 60
    _ = try service.call("GET", "/v1/stats")
    #expect(service.directory.tokenUses.take() == [:])
  }
}

/// Tokens for apps, as the API makes and shows them.
@Suite struct AppTokenTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  private func made(_ members: String) throws -> Answer {
    try service.call("POST", "/v1/tokens", "{\"scopes\": [\"links:create\"], \(members)}")
  }

  @Test func `shows what a token may make`() throws {
    let answer = try made(#""hosts": ["a.example"], "perHour": 5, "lifetime": "12h""#)
    #expect(answer.status == 201 && answer["perHour"] == "5" && answer["lifetime"] == "12h")
    #expect(try made(#""hosts": ["www.a.example"], "lifetime": "90d""#)["perHour"] == "60")
    let list = try service.call("GET", "/v1/tokens")
    let shown = list.json.member("tokens")?.array ?? []
    #expect(shown.map { $0.text(at: "perHour") } == [nil, "5", "60"])
    #expect(shown.map { $0.text(at: "lifetime") } == [nil, "12h", "90d"])
  }

  @Test(arguments: [
    (#""hosts": ["x.w.example"]"#, "hosts", "has no 'destinationHosts'"),
    (#""hosts": ["none.example"]"#, "hosts", "none.example"),
    (#""name": "everywhere""#, "hosts", "expected that host"),
    (#""hosts": ["a.example"], "perHour": 0"#, "perHour", "from 1 to 1000"),
    (#""hosts": ["a.example"], "lifetime": "2030-01-01""#, "lifetime", "such as 90d"),
  ]) func `refuses a token that gives away too much`(
    _ members: String, _ field: String, _ words: String
  ) throws {
    let answer = try made(members)
    #expect(answer.status == 422 && answer.faults == [field], "\(answer.text)")
    #expect(answer.text.contains(words), "\(answer.text)")
    #expect(try service.store.tokens().allSatisfy { $0.making == nil })
  }

}
