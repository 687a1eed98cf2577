import Testing
@testable import ServiceSupport

/// Bodies on public hosts.
@Suite struct BodyTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(#""slug": "x", "url": "https://a.example/""#)
    try service.add(#""slug": "p", "url": "https://a.example/", "password": "p""#)
  }

  @Test(arguments: [
    ("GET", "/", "a.example", 200), ("HEAD", "/s/x", "a.example", 302),
    ("OPTIONS", "/", "a.example", 204), ("PUT", "/", "a.example", 405),
    ("GET", "/s/p", "a.example", 200), ("GET", "/_keiro/launches", "a.example", 405),
    ("GET", "/s/x+", "a.example", 413),
    ("POST", "/", "a.example", 405), ("POST", "/s/x", "a.example", 405),
    ("POST", "/s/x+", "a.example", 405), ("POST", "/s/p.qr", "a.example", 405),
    ("POST", "/_keiro/resolve", "a.example", 405), ("POST", "/absent", "a.example", 404),
    ("POST", "/s/none", "a.example", 404), ("POST", "/%00", "a.example", 400),
    ("POST", "/_keiro/launches", "a.example", 413), ("GET", "/_keiro/claims", "a.example", 405),
    ("POST", "/_keiro/claims", "a.example", 413), ("POST", "/", "b.example", 404),
    ("PUT", "/s/p", "b.example", 404),
  ]) func `are not waited for where none is expected`(
    _ method: String, _ target: String, _ host: String, _ status: Int
  ) throws {
    let body = String(repeating: "a", count: 100_000)
    // The fixture answers from the request alone when its body is refused.
    let answer = try service.visit(target, host: host, method: method, body: body)
    #expect(answer.status == status, "\(answer.text)")
  }

  @Test func `have the length of a form where a password is asked for`() throws {
    for target in ["/s/p", "/s/p+", "/s/p?d=1"] {
      let form = "password=" + String(repeating: "a", count: 4087)
      #expect(try service.visit(target, method: "POST", body: form).status == 403)
      #expect(try service.visit(target, method: "POST", body: form + "a").status == 413)
      service.now += 60
    }
  }
}
