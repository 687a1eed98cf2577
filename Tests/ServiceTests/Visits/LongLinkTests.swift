import Testing

@Suite struct LongLinkTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  @Test(arguments: [
    ("/?link=https%3A%2F%2Fa.example%2Fitem%2F7", 302, "https://a.example/item/7"),
    ("/?link=https://www.a.example/x", 302, "https://www.a.example/x"),
    ("/?LINK=https://open.a.example/x", 302, "https://open.a.example/x"),
    ("/?apn=a.b&link=https://sub.e.example/%3Fa%3D1", 302, "https://sub.e.example/?a=1"),
    ("/s/?link=https://e.example/", 302, "https://e.example/"),
    ("/?link=https://e.example/&ofl=https://e.example/d", 302, "https://e.example/d"),
    ("/?link=https://e.example/&ofl=https://evil.example/d", 302, "https://e.example/"),
    ("/?link=https://e.example/&utm_source=a%20b", 302, "https://e.example/?utm_source=a%20b"),
    ("/?link=https://evil.example/", 400, "leads nowhere"),
    ("/?link=https://a.example@evil.example/", 400, "leads nowhere"),
    ("/?link=https://a.example.evil.example/", 400, "leads nowhere"),
    ("/?link=javascript:alert(1)", 400, "leads nowhere"),
    ("/?link=//evil.example/", 400, "leads nowhere"), ("/?link=", 400, "leads nowhere"),
    ("/?link=https://evil.example/&link=https://a.example/", 400, "leads nowhere"),
    ("/?link=https%3A%2F%2Fa.example%2F%0D%0AX:y", 400, "leads nowhere"),
    ("/?link=%zz", 400, "leads nowhere"), ("/?links=https://a.example/", 200, "The &lt;Shop&gt;"),
    ("/?lin=", 200, "The &lt;Shop&gt;"), ("/item/7?link=https://evil.example/", 200, "shop"),
    ("/?link=https://a.example/item/7&d=1", 200, "iPhone, Safari"),
  ]) func `leads long links to the site's own hosts and those it vouches for`(
    _ target: String, _ status: Int, _ mark: String
  ) throws {
    let answer = try service.visit(target, agent: Agents.windows)
    #expect(answer.status == status, "\(answer.text)")
    if status == 302 {
      #expect(answer.location == mark)
    } else {
      #expect(
        answer.text.lowercased().contains(mark.lowercased())
          && answer.contentType == "text/html; charset=utf-8")
    }
    let told = try service.visit(
      target, agent: Agents.windows, fields: "Accept: application/json\r\n")
    #expect(told.status == status)
    if status == 400 { #expect(told.problem == "invalid-dynamic-link") }
  }

  @Test func `leads long links to own hosts where the site bounds nothing`() throws {
    #expect(try service.visit("/?link=https://x.w.example/", host: "x.w.example").status == 302)
    #expect(try service.visit("/?link=https://e.example/", host: "x.w.example").status == 400)
    #expect(try service.visit("/?link=https://a.example/", host: "p.example").status == 404)
  }

  @Test func `decides long links as short ones, and counts none`() throws {
    let link = "/?link=https://a.example/item/7&isi=42&ibi=b.c&ius=shop"
    let page = try service.visit(link, agent: Agents.iPhone)
    #expect(page.status == 200 && page.text.contains("app-id=42"))
    #expect(
      try service.visit(link + "&efr=1", agent: Agents.iPhone).location
        == "https://apps.apple.com/app/id42")
    let script = try service.visit(
      "/?link=https://a.example/&isi=42&ius=javascript", agent: Agents.iPhone)
    #expect(script.status == 200 && !script.text.contains("javascript"))
    service.flushClicks()
    #expect(try service.call("GET", "/v1/stats")["clicks"] == "0")
    #expect(try service.visit(link, method: "POST").status == 405)
  }
}
