import HTTPCore
import Management
import Service
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
