import AppAssociation
import LinkStorage
import Links
import SiteModel
import Testing
import WebSyntax

@testable import PublicSite
@testable import ServiceSupport

/// The addresses of pictures that Shlink has below those of links.
@Suite struct ShlinkAddressTests {
  private let service: ServiceFixture

  init() throws {
    service = try ServiceFixture { definition in
      definition.sites[0].shortLinks?.answersShlink = true
      definition.sites[1].shortLinks?.answersShlink = true
      definition.sites[1].routes.append(
        RouteDefinition(component: Component(path: "/orders/track"), apps: []))
    }
    try service.add(#""slug": "x", "url": "https://e.example/p""#)
    try service.add(#""slug": "x/deep/a/b/c", "url": "https://e.example/deep""#)
    try service.add(#""slug": "own", "url": "https://e.example/o""#)
    try service.add(#""slug": "own/track", "url": "https://e.example/track""#)
    try service.add(#""slug": "own/qr-code", "url": "https://e.example/code""#)
    try service.add(#""slug": "docs", "url": "https://e.example/d", "path": "append""#)
    try service.add(#""slug": "once", "url": "https://e.example/p", "maxClicks": 1"#)
    try service.add(#""slug": "over", "url": "https://e.example/p", "archived": true"#)
    try service.add(#""slug": "shut", "url": "https://e.example/p", "password": "p""#)
    for slug in ["orders", "fixed/sub"] {
      let body =
        "{\"host\": \"x.w.example\", \"slug\": \"\(slug)\", \"url\": \"https://e.example/w\"}"
      #expect(try service.call("POST", "/v1/links", body).status == 201)
    }
  }

  private func clicks(_ slug: String) throws -> String? {
    service.flushClicks()
    return try service.call("GET", "/v1/links/a.example/\(slug)")["clicks"]
  }

  @Test(arguments: [
    ("/s/x/qr-code", "a.example", 200, "image/png"),
    ("/s/x/qr%2Dcode", "a.example", 200, "image/png"),
    ("/s/x/qr-code?format=svg", "a.example", 200, "image/svg+xml"),
    ("/s/x/track", "a.example", 200, "image/gif"),
    ("/s/x/track?4711", "a.example", 200, "image/gif"),
    ("/s/x/track?d=1", "a.example", 200, "image/gif"),
    ("/s/x/deep/a/b/c/track", "a.example", 200, "image/gif"),
    ("/s/fixed/track", "a.example", 200, "image/gif"),
    ("/s/docs/qr-code", "a.example", 200, "image/png"),
    ("/s/over/track", "a.example", 200, "image/gif"),
    ("/s/shut/track", "a.example", 200, "image/gif"),
    ("/s/over/qr-code", "a.example", 410, "text/html; charset=utf-8"),
    ("/s/none/track", "a.example", 404, "text/html; charset=utf-8"),
    ("/s/none/qr-code", "a.example", 404, "text/html; charset=utf-8"),
    ("/s/track", "a.example", 404, "text/html; charset=utf-8"),
    ("/s/x/tracks", "a.example", 404, "text/html; charset=utf-8"),
    ("/s/x/track/", "a.example", 404, "text/html; charset=utf-8"),
    ("/s/x/track+", "a.example", 404, "text/html; charset=utf-8"),
    ("/fixed/track", "x.w.example", 200, "image/gif"),
    ("/fixed/sub/track", "x.w.example", 200, "image/gif"),
    ("/orders/qr-code", "x.w.example", 200, "image/png"),
    // The page was there before.
    ("/orders/track", "x.w.example", 200, "text/html; charset=utf-8"),
    ("/item/track", "p.example", 404, "text/html; charset=utf-8"),
  ])
  func `a link has a code and a pixel below it`(
    _ path: String, _ host: String, _ status: Int, _ type: String
  ) throws {
    for _ in 0..<2 {
      let answer = try service.visit(path, host: host, agent: Agents.windows)
      #expect(answer.status == status && answer.contentType == type, "\(answer.text)")
    }
  }

  @Test(arguments: [
    ("own/track", "https://e.example/track"), ("own/qr-code", "https://e.example/code"),
    ("docs/track/x", "https://e.example/d/track/x"),
    ("docs/x/qr-codes", "https://e.example/d/x/qr-codes"),
  ])
  func `a link of that name and a path of its own come first`(
    _ path: String, _ location: String
  ) throws {
    for _ in 0..<2 {
      #expect(try service.visit("/s/" + path, agent: Agents.windows).location == location)
    }
  }

  @Test func `without Shlink's calls these are paths like others`() throws {
    let plain = try ServiceFixture()
    try plain.add(#""slug": "x", "url": "https://e.example/p""#)
    for path in ["/s/x/track", "/s/x/qr-code", "/s/fixed/track"] {
      #expect(try plain.visit(path).status == 404)
    }
  }

  @Test func `the pixel is transparent, never kept, and seen from every page`() throws {
    let pixel = try service.visit("/s/x/track", agent: Agents.windows)
    #expect(pixel.body.count == 43 && pixel.body.starts(with: "GIF89a".utf8))
    // One pixel, the transparent color of which is the one that is drawn.
    #expect(Array(pixel.body[6..<10]) == [1, 0, 1, 0] && pixel.body[22] == 1)
    #expect(pixel.cacheControl == "no-store" && pixel.body.last == 0x3B)
    #expect(pixel.field("Cross-Origin-Resource-Policy") == "cross-origin")
    let head = try service.visit("/s/x/track", method: "HEAD", agent: Agents.windows)
    #expect(head.status == 200 && head.contentType == "image/gif")
    #expect(try service.visit("/s/x/track", method: "POST", body: "a=b").status == 405)
    #expect(try service.visit("/s/shut/track", method: "POST", body: "password=p").status == 405)
    #expect(try service.visit("/s/x/track", method: "OPTIONS").status == 204)
  }

  @Test(arguments: [
    ("x", Agents.windows, "", "GET", "1"), ("x", Agents.iPhone, "", "GET", "1"),
    ("x", Agents.windows, "", "HEAD", "0"), ("x", Agents.google, "", "GET", "0"),
    ("x", Agents.windows, "Sec-Purpose: prefetch\r\n", "GET", "0"),
    ("over", Agents.windows, "", "GET", "0"), ("shut", Agents.windows, "", "GET", "0"),
  ])
  func `the pixel counts what would be a visit`(
    _ slug: String, _ agent: String, _ fields: String, _ method: String, _ count: String
  ) throws {
    let answer = try service.visit(
      "/s/\(slug)/track", method: method, agent: agent, fields: fields)
    #expect(answer.contentType == "image/gif")
    #expect(try clicks(slug) == count)
  }

  @Test func `a code counts nothing`() throws {
    _ = try service.visit("/s/x/qr-code", agent: Agents.windows)
    #expect(try clicks("x") == "0")
  }

  @Test func `a pixel spends a click of a limited link, and goes on without one`() throws {
    for _ in 0..<3 {
      #expect(
        try service.visit("/s/once/track", agent: Agents.windows).contentType == "image/gif")
    }
    #expect(try clicks("once") == "1")
    #expect(try service.visit("/s/once", agent: Agents.windows).status == 410)
  }

  @Test(arguments: [
    ("/s/x/track", "it is a transparent picture that counts a visit of the short link 'x'"),
    ("/s/x/qr-code", "it is the QR code of the short link 'x'"),
    ("/s/own/track", "'/s/own/track' is a short link to 'https://e.example/track'"),
  ])
  func `an explanation says what it is`(_ path: String, _ sentence: String) throws {
    let answer = try service.call(
      "POST", "/v1/explain", #"{"url": "https://a.example\#(path)"}"#)
    #expect(answer.text.contains(sentence), "\(answer.text)")
  }
}
