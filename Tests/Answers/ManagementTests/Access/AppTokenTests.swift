import JSONSyntax
import LinkStorage
import Testing
@testable import ServiceSupport

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

  @Test func `stands alone, and has bounds alone`() throws {
    let both = #"{"scopes": ["links:create", "links:read"], "hosts": ["a.example"]}"#
    #expect(try service.call("POST", "/v1/tokens", both).faults == ["scopes"])
    let other = #"{"scopes": ["links:read"], "perHour": 5}"#
    #expect(try service.call("POST", "/v1/tokens", other).faults == ["perHour"])
  }
}
