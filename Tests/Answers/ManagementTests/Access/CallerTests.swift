import HTTPCore
import LinkStorage
import Testing

@testable import Management
@testable import ServiceSupport

@Suite struct CallerTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  /// A target for each operation.
  static func target(_ operation: APIOperation) -> String {
    operation.path.replacing("{host}/{slug}", with: "a.example/x")
      .replacing("{id}", with: "wh_x").replacing("{token}", with: "wh_x")
      .replacing("{person}", with: "Mika").replacing("{number}", with: "1")
      .replacing("{template}", with: "Mika")
      .replacing("{shortLink}", with: "https%3A%2F%2Fa.example%2Fs%2Fx")
  }

  @Test(arguments: [
    ("", "unauthenticated"), ("Authorization: Basic eDp5\r\n", "unauthenticated"),
    ("Authorization: Bearer\r\n", "unauthenticated"),
    ("Authorization: Bearer a b\r\n", "unauthenticated"),
    ("Authorization: Bearer keiro_short\r\n", "unauthenticated"),
    ("Authorization: Bearer ä\r\n", "unauthenticated"),
  ]) func `refuses who shows no token`(_ fields: String, _ problem: String) throws {
    service.token = nil
    let answer = try service.call("GET", "/v1/links", fields: fields)
    #expect(answer.status == 401 && answer.problem == problem)
    #expect(answer.field("WWW-Authenticate")?.hasPrefix("Bearer realm=") == true)
  }

  @Test func `takes the scheme in any case, and no token in the query`() throws {
    let token = try #require(service.token)
    service.token = nil
    #expect(
      try service.call("GET", "/v1/links", fields: "Authorization: bEARER \(token)\r\n").status
        == 200)
    #expect(try service.call("GET", "/v1/links?key=\(token)").status == 401)
  }

  @Test func `says which scope is missing`() throws {
    service.token = try service.makeToken([.readStatistics])
    let answer = try service.call("GET", "/v1/links")
    #expect(answer.status == 403 && answer.problem == "insufficient-scope")
    #expect(answer.field("WWW-Authenticate")?.contains("scope=\"links:read\"") == true)
  }

  @Test func `slows down who tries out tokens, and nobody else`() throws {
    let good = service.token
    let other = try ServiceFixture().makeToken([.admin])
    service.token = other
    let statuses = try (0..<25).map { _ in try service.call("GET", "/v1/links").status }
    #expect(statuses == Array(repeating: 401, count: 20) + Array(repeating: 429, count: 5))
    let wait = try service.call("GET", "/v1/links").field("Retry-After")
    #expect(wait == "3")
    #expect(try service.call("GET", "/v1/links", client: "192.0.2.2").status == 401)
    service.token = good
    #expect(try service.call("GET", "/v1/links").status == 200)
    service.token = other
    service.now += 3
    #expect(try service.call("GET", "/v1/links").status == 401)
    // Setting the clock changes nobody's number of attempts.
    for jump in [3600.0, -86_400] {
      service.clockJump = jump
      #expect(try service.call("GET", "/v1/links").status == 429)
    }
    service.now += 3
    #expect(try service.call("GET", "/v1/links").status == 401)
  }

  @Test func `forgets a token that was revoked at once`() throws {
    let token = try service.makeToken([.readLinks])
    service.token = token
    #expect(try service.call("GET", "/v1/links").status == 200)
    for known in try service.store.tokens() {
      try waitForAnswer {
        service.store.revokeToken(
          id: known.id, by: .service, now: service.timestamp, completion: $0)
      }
    }
    let answer = try service.call("GET", "/v1/links")
    #expect(answer.status == 401)
    #expect(answer.field("WWW-Authenticate")?.contains("invalid_token") == true)
  }

  @Test(arguments: [
    ("PUT", "/v1/links", "POST, GET, HEAD, OPTIONS"),
    ("DELETE", "/v1/links", "POST, GET, HEAD, OPTIONS"),
    ("POST", "/v1/links/a.example/x", "GET, PATCH, DELETE, HEAD, OPTIONS"),
    ("GET", "/v1/links:batch", "POST, OPTIONS"), ("POST", "/v1/tokens/x", "DELETE, OPTIONS"),
    ("PATCH", "/v1/people", "POST, GET, HEAD, OPTIONS"), ("GET", "/v1/import", "POST, OPTIONS"),
    ("POST", "/v1/export", "GET, HEAD, OPTIONS"), ("POST", "/healthz", "GET, HEAD, OPTIONS"),
    ("PUT", "/v1/stats", "GET, HEAD, OPTIONS"), ("PATCH", "/v1/explain", "POST, OPTIONS"),
  ]) func `names the methods of an address`(
    _ method: String, _ target: String, _ allowed: String
  ) throws {
    service.token = nil
    let answer = try service.call(method, target)
    #expect(answer.status == 405 && answer.problem == "method-not-allowed")
    #expect(answer.field("Allow") == allowed)
    let options = try service.call("OPTIONS", target)
    #expect(options.status == 204 && options.field("Allow") == allowed)
  }

  @Test(arguments: [
    ("", 201), ("Content-Type: application/json\r\n", 201),
    ("Content-Type: Application/JSON ; charset=utf-8\r\n", 201),
    ("Content-Type: application/merge-patch+json\r\n", 201),
    // The type that curl sends by default.
    ("Content-Type: application/x-www-form-urlencoded\r\n", 201),
    ("Content-Encoding: identity\r\n", 201), ("Content-Type: text/plain\r\n", 415),
    ("Content-Type: multipart/form-data\r\n", 415), ("Content-Type: text/json\r\n", 415),
    ("Content-Encoding: gzip\r\n", 415), ("Content-Encoding: identity, br\r\n", 415),
  ]) func `reads JSON of no other type and without a coding`(
    _ fields: String, _ status: Int
  ) throws {
    let answer = try service.call(
      "POST", "/v1/links", #"{"host": "a.example", "url": "https://e.example/"}"#, fields: fields)
    #expect(answer.status == status)
    guard status == 415 else { return }
    #expect(answer.problem == "media-type")
    let isCoded = fields.hasPrefix("Content-Encoding")
    #expect(answer.field("Accept-Encoding") == (isCoded ? "identity" : nil))
    let notification = try service.call(
      "POST", "/v1/notifications:build", "{}", fields: fields)
    #expect(notification.status == 415)
    guard isCoded else { return }
    #expect(try service.call("POST", "/v1/import", "url\n", fields: fields).status == 415)
  }

  @Test(arguments: ["/v1/links", "/v1/nothing", "/healthz"])
  func `knows no methods but those of HTTP`(_ target: String) throws {
    service.token = nil
    #expect(try service.call("BREW", target).problem == "method-not-implemented")
    #expect(try service.call("BREW", target).status == 501)
    let tunnel = try service.call("CONNECT", "a.example:443")
    #expect(tunnel.status == 405 && tunnel.field("Allow")?.contains("CONNECT") == false)
  }

  @Test(arguments: [
    "/", "/v1", "/v1/", "/v2/links", "/v1/links/", "/v1/nothing", "/V1/links", "/v1/links:other",
    "/v1/%zz/linkStats", "/v1//linkStats", "/v1/linkStats", "/openapi", "/healthz/", "//v1/links",
    "/v1/links/a.example/%c3%28", "/v1/webhooks/a/linkStats", "/v1/webhooks/a-b",
    "/v1/webhooks/a:other", "/v1/changes/x:undo", "/v1/webhooks/a/deliveries/x:retry",
    "/v1/changes/9999999999999999999:undo",
  ]) func `knows no other addresses`(_ target: String) throws {
    let answer = try service.call("GET", target)
    #expect(answer.status == 404 && answer.problem == "not-found", "\(answer.text)")
    #expect(try service.call("OPTIONS", target).status == 404)
  }

  @Test(arguments: APIOperation.allCases)
  func `knows no parameters but its own`(_ operation: APIOperation) throws {
    let target = Self.target(operation) + "?surprise=1"
    let answer = try service.call(operation.method.name, target)
    if !operation.refusesUnknownParameters {
      #expect(answer.text.contains("surprise") == false)
    } else {
      #expect(answer.status == 400 && answer.faults == ["surprise"], "\(answer.text)")
    }
  }

  @Test func `answers probes without a token`() throws {
    service.token = nil
    #expect(try service.call("GET", "/healthz").text == "ok\n")
    #expect(try service.call("GET", "/readyz").text == "ready\n")
    #expect(try service.call("GET", "/metrics?x=1").status == 200)
    #expect(try service.call("HEAD", "/healthz").status == 200)
    #expect(try service.call("OPTIONS", "*").status == 204)
    service.store.close()
    let answer = try service.call("GET", "/readyz")
    #expect(answer.status == 503 && answer.problem == "not-ready")
    #expect(try service.call("GET", "/healthz").status == 200)
  }
}
