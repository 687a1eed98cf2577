import JSONSyntax
import LinkStorage
import Links
import SiteModel
import Testing

@testable import Management
@testable import ServiceSupport

/// `POST /v1/doctor`, with a doctor that cannot reach any host.
struct DoctorCallTests {
  private static func hosts(_ answer: Answer) -> [String] {
    (answer.json.member("hosts")?.array ?? []).compactMap { $0.member("host")?.string }
  }

  @Test func `looks at the hosts that are named, or at all of the configuration`() throws {
    let service = try ServiceFixture()
    let all = Self.hosts(try service.call("POST", "/v1/doctor"))
    #expect(all.contains("a.example") && !all.contains { $0.contains("*") })
    #expect(Set(all).count == all.count)
    #expect(Self.hosts(try service.call("POST", "/v1/doctor", "{}")) == all)
    for body in [#"{"host": "A.example"}"#, #"{"hosts": ["a.example", "a.example"]}"#] {
      #expect(Self.hosts(try service.call("POST", "/v1/doctor", body)) == ["a.example"])
    }
    service.token = try service.makeToken([.readLinks], on: ["a.example"])
    #expect(Self.hosts(try service.call("POST", "/v1/doctor")) == ["a.example"])
  }

  @Test(arguments: [
    (#"{"hosts": ["foreign.example"]}"#, "hosts[0]"), (#"{"hosts": ["*.example"]}"#, "hosts[0]"),
    (#"{"host": 1}"#, "host"), (#"{"hosts": []}"#, "hosts"), (#"{"hosts": "a.example"}"#, "hosts"),
    (#"{"x": 1}"#, "x"), (#"{"host": "127.0.0.1:22"}"#, "host"),
  ])
  func `asks nobody but hosts of the configuration`(_ body: String, _ field: String) throws {
    let answer = try ServiceFixture().call("POST", "/v1/doctor", body)
    #expect(answer.status == 422 && answer.text.contains("\"\(field)\""), "\(answer.text)")
  }

  @Test func `a list of hosts has an end`() throws {
    let names = Array(repeating: "\"a.example\"", count: 21).joined(separator: ",")
    let answer = try ServiceFixture().call("POST", "/v1/doctor", "{\"hosts\": [\(names)]}")
    #expect(answer.status == 422)
  }

  @Test func `a token looks a dozen times, and then waits`() throws {
    let service = try ServiceFixture()
    let body = #"{"host": "a.example"}"#
    for _ in 0..<12 { #expect(try service.call("POST", "/v1/doctor", body).status == 200) }
    let refused = try service.call("POST", "/v1/doctor", body)
    #expect(refused.status == 429)
    service.now += 11
    #expect(try service.call("POST", "/v1/doctor", body).status == 200)
  }

  @Test func `a node that cannot ask others says so`() throws {
    let service = try ServiceFixture(doctor: nil)
    let answer = try service.call("POST", "/v1/doctor")
    #expect(answer.status == 503 && answer.text.contains("doctor-unavailable"))
  }
}
