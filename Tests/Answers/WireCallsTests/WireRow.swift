import LinkStorage
import Links
import Service
import Testing

@testable import ServiceSupport
@testable import WireCalls

/// An example from a service's documentation: a call, the status of its answer, and members of the
/// answer.
struct WireRow: CustomTestStringConvertible, Sendable {
  let method: String
  let target: String
  let body: String
  let status: Int
  /// Expected values by paths such as `link.clicks`; a star matches any value.
  let fields: KeyValuePairs<String, String>

  init(
    _ method: String, _ target: String, _ body: String, _ status: Int,
    _ fields: KeyValuePairs<String, String> = [:]
  ) {
    (self.method, self.target, self.body) = (method, target, body)
    (self.status, self.fields) = (status, fields)
  }

  init(
    _ method: String, _ target: String, _ status: Int,
    _ fields: KeyValuePairs<String, String> = [:]
  ) {
    self.init(method, target, "", status, fields)
  }

  var testDescription: String { "\(method) \(target) \(body)" }

  func check(_ answer: Answer) {
    #expect(answer.status == status, "\(testDescription): \(answer.text)")
    for (path, value) in fields {
      let found = answer[path]
      #expect(
        value == "*" ? found != nil : found == value,
        "\(testDescription): \(path) in \(answer.text)")
    }
  }
}

/// A service with two links and some clicks, called like another service.
struct WireCaller {
  let fixture: ServiceFixture
  let token: String

  init(
    _ scopes: [TokenScope] = [.readLinks, .writeLinks, .readStatistics], on hosts: [String] = [],
    _ services: [CompatibleService] = CompatibleService.allCases, store: (any LinkStore)? = nil
  ) throws {
    fixture = try ServiceFixture(store: store, compatible: services)
    for body in [
      #"{"host":"a.example","slug":"news","url":"https://e.example/1","name":"News","tags":["x","y"]}"#,
      #"{"host":"a.example","slug":"old","url":"https://e.example/2","tags":["x"]}"#,
    ] {
      #expect(try fixture.call("POST", "/v1/links", body).status == 201)
    }
    for _ in 0..<3 {
      _ = try fixture.visit(
        "/s/news", agent: Agents.windows, fields: "Referer: https://r.example/\r\n")
    }
    fixture.flushClicks()
    let (store, later) = (fixture.store, Timestamp(secondsSinceEpoch: 1_795_230_000))
    // The order by clicks uses sums that have been merged.
    try waitForAnswer {
      store.rollUp(StatisticsRetention(), limit: 100, now: later, completion: $0)
    }
    token = try fixture.makeToken(scopes, on: hosts, name: "client")
    fixture.token = nil
  }

  func ask(_ row: WireRow) throws -> Answer { try ask(row.method, row.target, row.body) }

  /// Sends the token in the way of the service.
  func ask(
    _ method: String, _ target: String, _ body: String = "", token: String? = nil
  ) throws -> Answer {
    let token = token ?? self.token
    let key = target.hasPrefix("/rest/") ? "X-Api-Key: \(token)" : "Authorization: Bearer \(token)"
    return try fixture.call(
      method, target.replacing("TOKEN", with: token), body.replacing("TOKEN", with: token),
      fields: key + "\r\n")
  }
}
