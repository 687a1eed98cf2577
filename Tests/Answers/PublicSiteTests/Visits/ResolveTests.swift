import Links
import Testing
@testable import ServiceSupport

@Suite struct ResolveTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(
      #""slug": "x", "url": "https://a.example/item/9?a=1", "campaign": {"utm_source": "m"}, "tags": ["t"]"#
    )
  }

  private func resolve(_ url: String, fields: String = "") throws -> Answer {
    try service.visit("/_keiro/resolve?url=\(url)", fields: fields)
  }

  @Test func `follows a short URL to its destination, screen and parameters`() throws {
    for url in [
      "https%3A%2F%2Fa.example%2Fs%2Fx", "https://www.a.example/s/x", "/s/x",
      "http://A.example:80/s/x",
    ] {
      let answer = try resolve(url)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer["url"] == "https://a.example/item/9?a=1&utm_source=m")
      #expect(answer["app"] == "shop" && answer["screen"] == "item")
      #expect(answer["parameters.id"] == "9" && answer["link.slug"] == "x")
      #expect(answer.cacheControl == "no-store")
    }
    service.flushClicks()
    #expect(try service.call("GET", "/v1/stats")["clicks"] == "0")
  }

  @Test func `resolves pages as they are`() throws {
    let answer = try resolve("https://a.example/item/%E3%81%82")
    #expect(answer["parameters.id"] == "あ" && answer["link"] == "null")
    #expect(answer["url"] == "https://a.example/item/%E3%81%82")
  }

  @Test func `resolves a long link as the app that it opens would`() throws {
    let answer = try resolve(
      "https%3A%2F%2Fa.example%2F%3Flink%3Dhttps%253A%252F%252Fa.example%252Fitem%252F3%26apn%3Da.b"
    )
    #expect(answer.status == 200 && answer["url"] == "https://a.example/item/3", "\(answer.text)")
    #expect(answer["parameters.id"] == "3")
    #expect(try resolve("/?link=https://evil.example/").status == 404)
  }

  @Test(arguments: [
    (#""notBefore": "2030-01-01T00:00:00Z""#, 404, "unknown-url"),
    (#""archived": true"#, 410, "gone"),
    (#""expires": "2020-01-01T00:00:00Z""#, 410, "gone"),
    (#""password": "p""#, 403, "password-required"),
    (#""archived": true, "expiredURL": "https://e.example/""#, 200, nil),
    (
      #""apple": {"fallback": "https://e.example/"}, "desktop": {"fallback": "https://e.example/"}"#,
      200, nil
    ),
    (#""social": {"title": "t"}, "maxClicks": 1"#, 200, nil),
  ]) func `says in which state a link is`(_ members: String, _ status: Int, _ problem: String?)
    throws
  {
    try service.add("\"slug\": \"y\", \"url\": \"https://a.example/item/1\", \(members)")
    let answer = try resolve("/s/y")
    #expect(answer.status == status && answer.problem == problem, "\(answer.text)")
  }

  @Test func `knows imported links by their old addresses`() throws {
    for url in [
      "https://shop.page.link/x", "https%3A%2F%2FShop.page.link%2Fx", "http://abc12.app.goo.gl/x",
      "https://shop.page.link/?link=https://a.example/item/9?a=1%26utm_source=m",
    ] {
      let answer = try resolve(url)
      #expect(answer.status == 200, "\(url): \(answer.text)")
      #expect(answer["parameters.id"] == "9")
    }
    #expect(try resolve("https://shop.page.link/x?b=2")["url"]?.contains("b=2") == true)
    try service.add(#""slug": "old", "url": "https://a.example/item/1", "archived": true"#)
    #expect(try resolve("https://shop.page.link/old").status == 410)
    for url in [
      "https://shop.page.link/none", "https://shop.page.link/", "https://page.link.evil.test/x",
      "https://evil.test/x", "https://shop.page.link/../x", "https://page.link/x",
      "https://u@shop.page.link/x", "ftp://shop.page.link/x", "https://shop.page.link/x+",
    ] {
      #expect(try resolve(url).status == 404, "\(url)")
    }
  }

  @Test(arguments: [
    "https://no.example/", "/s/none", "/none", "ftp://a.example/s/x", "https://u@a.example/s/x",
    "x",
    "%00", "https://a.example/s/%zz", "//a.example/s/x", "/s/x%2Eqr", "/s/x%2B", "",
    "/.well-known/apple-app-site-association", "https://a.example%00.evil/",
  ]) func `knows no others`(_ url: String) throws {
    let answer = try resolve(url)
    #expect(answer.status == 404 && answer.problem == "unknown-url", "\(answer.text)")
    #expect(answer.contentType == "application/problem+json")
  }

  @Test func `wants a URL, by GET, and not too often`() throws {
    #expect(try service.visit("/_keiro/resolve").problem == "missing-parameter")
    #expect(try service.visit("/_keiro/resolve?uri=/s/x").status == 400)
    #expect(try service.visit("/_keiro/resolve?url=/s/x", method: "POST").status == 405)
    for _ in 0..<600 { _ = try service.visit("/_keiro/resolve?url=/s/x", counts: false) }
    let answer = try resolve("/s/x")
    #expect(answer.status == 429 && answer.field("Retry-After") == "1")
  }
}
