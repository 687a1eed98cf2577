import AppAssociation
import Links
import SiteModel
import Testing
import WebSyntax

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

  /// Systems send letters in escapes, and compare those with their rules; apps may have the letters.
  @Test func `finds the page of letters that are not escaped`() throws {
    let service = try ServiceFixture {
      $0.sites[0].routes.insert(
        RouteDefinition(component: Component(path: "/caf%C3%A9/{id}"), apps: [0]), at: 0)
    }
    for path in ["caf%C3%A9%2F%E3%81%82", "caf%25C3%25A9%2F%25E3%2581%2582"] {
      let parameter = "url=https%3A%2F%2Fa.example%2F\(path)"
      let answer = try service.visit("/_keiro/resolve?\(parameter)")
      #expect(answer["parameters.id"] == "あ", "\(path): \(answer.text)")
      #expect(try service.visit("/_keiro/banner?\(parameter)").text.contains("app-id="))
    }
  }

  @Test func `takes a host of letters, however the query was encoded`() throws {
    let host = try #require(HostPattern("m\u{FC}nchen.example"))
    let service = try ServiceFixture { $0.sites[0].hosts.append(host) }
    for url in [
      "https://m%C3%BCnchen.example/item/9", "https://M%C3%9CNCHEN.example:443/item/9",
      "https%3A%2F%2Fm%C3%BCnchen.example%2Fitem%2F9", "https://xn--mnchen-3ya.example/item/9",
    ] {
      let answer = try service.visit("/_keiro/resolve?url=\(url)")
      #expect(answer["parameters.id"] == "9", "\(url): \(answer.text)")
      #expect(try service.visit("/_keiro/banner?url=\(url)").text.contains("app-id="))
    }
    for url in [
      "https://m%FCnchen.example/item/9", "https://m%C3%BCnchen.example%2Fitem/9",
      "https://a.example%40evil.test/item/9", "https://a.example%23/item/9",
    ] {
      #expect(try service.visit("/_keiro/resolve?url=\(url)").status == 404, "\(url)")
    }
  }

  @Test func `of several apps of a page, names the one that runs on the system that asks`() throws {
    let service = try ServiceFixture { definition in
      let android = definition.apps[0].android
      definition.apps[0].android = nil
      definition.apps.append(
        AppDefinition(key: "robot", name: "Robot", apple: nil, android: android))
      definition.sites[0].routes[0].apps = [1, 0]
    }
    for (agent, app) in [
      (Agents.iPhone, "shop"), (Agents.iPad, "shop"), (Agents.android, "robot"),
      (Agents.windows, "robot"),
    ] {
      let answer = try service.visit("/_keiro/resolve?url=/item/9", agent: agent)
      #expect(answer["app"] == app && answer["screen"] == "item", "\(answer.text)")
    }
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
    (#""archived": true, "expiredURL": "https://e.example/{slug}""#, 200, nil),
    (#""password": "p", "archived": true, "expiredURL": "https://e.example/""#, 200, nil),
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
    // Nobody learns where a link leads that does not lead there now.
    #expect(answer.text.contains("/item/1") == (answer["url"] == "https://a.example/item/1"))
  }

  @Test func `tells the own destination of a link that may end later`() throws {
    try service.add(
      """
      "slug": "y", "url": "https://a.example/item/1", "expiredURL": "https://e.example/",
      "campaign": {"utm_source": "s"}
      """)
    let answer = try resolve("/s/y")
    #expect(answer["url"] == "https://a.example/item/1?utm_source=s")
    #expect(answer.text.contains("/item/1\""), "\(answer.text)")
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
    ("/?link=https://e.example/&ofl=", 302, "https://e.example/"),
    ("/?link=https://e.example/&ofl=https://evil.example/d", 400, "leads nowhere"),
    ("/?link=https://e.example/&utm_source=a%20b", 302, "https://e.example/?utm_source=a%20b"),
    ("/?link=https://evil.example/", 400, "leads nowhere"),
    ("/?link=https://a.example@evil.example/", 400, "leads nowhere"),
    ("/?link=https://a.example.evil.example/", 400, "leads nowhere"),
    ("/?link=javascript:alert(1)", 400, "leads nowhere"),
    ("/?link=//evil.example/", 400, "leads nowhere"), ("/?link=", 400, "leads nowhere"),
    ("/?link", 400, "leads nowhere"),
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
    let link = "/?link=https://a.example/item/7&isi=123&ibi=com.example.shop&ius=shop"
    let page = try service.visit(link, agent: Agents.iPhone)
    #expect(page.status == 200 && page.text.contains("app-id=123"))
    // The prefix alone is no address of this link, nor of any other.
    #expect(!page.text.contains("canonical"))
    #expect(try !service.visit(link + "&d=1").text.contains("https://a.example/s/"))
    #expect(
      try service.visit(link + "&efr=1", agent: Agents.iPhone).location
        == "https://apps.apple.com/app/id123")
    let script = try service.visit(
      "/?link=https://a.example/&isi=123&ius=javascript", agent: Agents.iPhone)
    #expect(script.status == 200 && !script.text.contains("javascript"))
    service.flushClicks()
    #expect(try service.call("GET", "/v1/stats")["clicks"] == "0")
    #expect(try service.visit(link, method: "POST").status == 405)
  }

  /// Everything that a caller could try to put on a page, into a store or into an app.
  private static let foreign =
    "/?link=https://e.example/p&apn=com.evil.bank&isi=999999999&ibi=com.evil.bank&ius=evil"
    + "&ipbi=com.evil.bank&st=Your+account+is+locked&sd=Call+us&si=https://evil.test/x.png"

  private static let agents = [
    Agents.windows, Agents.iPhone, Agents.iPad, Agents.instagram, Agents.android,
    Agents.androidFirefox, Agents.facebook, Agents.google,
  ]

  @Test(arguments: agents) func `lets a caller choose no text, picture, app or store page`(
    _ agent: String
  ) throws {
    let hints = ["evil", "999999999", "locked", "Call us"]
    for suffix in ["", "&efr=1"] {
      for face in ["", "&d=1"] {
        let answer = try service.visit(Self.foreign + suffix + face, agent: agent)
        #expect([200, 302].contains(answer.status))
        let isExplanation = !face.isEmpty
        for hint in hints where !isExplanation {
          let shown = answer.text + (answer.location ?? "")
          #expect(!shown.contains(hint), "\(hint) in \(shown)")
        }
        if isExplanation {
          #expect(!answer.text.contains("locked") && !answer.text.contains("com.evil.bank"))
          #expect(answer.text.contains("&#39;apn&#39; is ignored"))
        }
      }
    }
    // The destination still works, and so do the site's own apps.
    let windows = try service.visit(Self.foreign, agent: Agents.windows)
    #expect(windows.location == "https://e.example/p")
    let own = Self.foreign.replacing("com.evil.bank", with: "com.example.shop")
    #expect(
      try service.visit(own, agent: Agents.android).location?.contains("package=com.example.shop")
        == true)
  }

  @Test func `lets a caller choose the preview where the site says so, with its own pictures`()
    throws
  {
    let service = try ServiceFixture { $0.sites[0].shortLinks?.longLinks = .social }
    let link = "/?link=https://e.example/p&st=Spring&sd=Sale&si=https://e.example/a.png"
    let preview = try service.visit(link, agent: Agents.facebook)
    for mark in ["Spring", "Sale", "https://e.example/a.png"] {
      #expect(preview.text.contains(mark))
    }
    #expect(!preview.text.contains("og:url") && !preview.text.contains("canonical"))
    let evil = try service.visit(
      link.replacing("e.example/a", with: "evil.test/a") + "&isi=999999999", agent: Agents.facebook)
    #expect(evil.text.contains("Spring") && !evil.text.contains("evil"))
    #expect(
      try !service.visit(link + "&isi=999999999&ifl=https://e.example/", agent: Agents.iPhone)
        .text.contains("999999999"))
  }

  @Test func `has no long links where the site says so`() throws {
    let service = try ServiceFixture { $0.sites[0].shortLinks?.longLinks = .off }
    for target in ["/?link=https://e.example/p", "/s/?link=https://e.example/p", "/?a&LINK=x"] {
      #expect(try service.visit(target).status == 404)
      #expect(try service.visit(target, method: "HEAD").status == 404)
    }
    #expect(try service.visit("/?lin=x").status == 200)
    #expect(try service.visit("/_keiro/resolve?url=/?link=https://e.example/p").status == 404)
    let body = #"{"requestedLink": "https://a.example/?link=https://e.example/p"}"#
    #expect(try service.call("POST", "/v1/reopenAttribution", body).status == 404)
    // A caller with a token can still make short links of them.
    let long = #"{"longDynamicLink": "https://a.example/s/?link=https://e.example/p&apn=com.x.y"}"#
    #expect(try service.call("POST", "/v1/shortLinks", long).status == 200)
  }

  @Test func `explains what a long link says in vain`() throws {
    let body = "{\"url\": \"https://a.example\(Self.foreign)\"}"
    let answer = try service.call("POST", "/v1/explain", body)
    #expect(answer.status == 200)
    for name in ["apn", "isi", "ibi", "ipbi", "ius", "st", "sd", "si"] {
      #expect(answer.text.contains("'\(name)' is ignored"), "\(name)")
    }
  }

  @Test(
    arguments: ["afl", "ifl", "ipfl", "ofl"],
    [
      "https://evil.test/", "https://a.example@evil.test/", "javascript:alert(1)", "x",
      "https://evil.test/" + String(repeating: "x", count: 3000),
    ]
  ) func `refuses a fallback as it refuses a destination, whoever visits and asks`(
    _ name: String, _ url: String
  ) throws {
    for link in [
      "/?link=https://a.example/item/7&\(name)=\(url)",
      "/?\(name)=https://a.example/&\(name)=\(url)&link=https://a.example/item/7",
    ] {
      for agent in Self.agents {
        for suffix in ["", "&efr=1", "&d=1"] {
          #expect(try service.visit(link + suffix, agent: agent).status == 400)
        }
      }
      let told = try service.visit(link, fields: "Accept: application/json\r\n")
      #expect(told.problem == "invalid-dynamic-link" && told.text.contains("\(name): '"))
      // The hosts of other sites are not for everybody to know.
      #expect(!told.text.contains("w.example"), "\(told.text)")
      #expect(try service.visit("/_keiro/resolve?url=" + link).problem == "unknown-url")
      let explained = try service.call(
        "POST", "/v1/explain", "{\"url\": \"https://a.example\(link)\"}")
      #expect(explained.text.contains("\(name): '"), "\(explained.text)")
    }
  }
}
