import JSONSyntax
import LinkStorage
import Links
import SiteModel
import Testing

@testable import ServiceSupport

/// A link as callers describe it, a visit to it, and the result.
struct VisitCase: CustomTestStringConvertible {
  let link: String
  let agent: String
  let query: String
  let status: Int
  /// The Location, or a text on the page.
  let mark: String

  init(_ link: String, _ agent: String, _ status: Int, _ mark: String) {
    self.init(link, agent, "", status, mark)
  }

  init(_ link: String, _ agent: String, _ query: String, _ status: Int, _ mark: String) {
    self.link = link
    self.agent = agent
    self.query = query
    self.status = status
    self.mark = mark
  }

  var testDescription: String { "\(link) \(agent.prefix(30)) \(query)" }
}

private let play = "https://play.google.com/store/apps/details?id=a.b&referrer="
private let intent = "intent://e.example/p#Intent;scheme=https;package=a.b;S.browser_fallback_url="

private let cases: [VisitCase] = [
  .init("", Agents.windows, 302, "https://e.example/p"),
  .init("", "", 302, "https://e.example/p"),
  .init("", Agents.windows, "?", 302, "https://e.example/p"),
  .init("", Agents.windows, "?a=1&b=%20", 302, "https://e.example/p?a=1&b=%20"),
  .init("", Agents.windows, "?q={a|b}\"<>`", 302, "https://e.example/p?q=%7Ba%7Cb%7D%22%3C%3E%60"),
  .init("", Agents.windows, "?q=%zz%", 302, "https://e.example/p?q=%zz%"),
  .init("", Agents.windows, "?d=1", 200, "iPhone, Safari"),
  .init("", Agents.windows, "+", 200, "iPhone, Safari"),
  .init(#", "status": 301"#, Agents.windows, 301, "https://e.example/p"),
  .init(#", "status": 303"#, Agents.windows, "?a", 303, "https://e.example/p?a"),
  .init(#", "status": 307"#, Agents.windows, 307, "https://e.example/p"),
  .init(#", "status": 308"#, Agents.windows, 308, "https://e.example/p"),
  .init(#", "notBefore": "2026-11-21T01:31:10Z""#, Agents.windows, 404, "Page not found"),
  .init(#", "notBefore": "2026-11-21T01:31:09Z""#, Agents.windows, 302, "https://e.example/p"),
  .init(#", "expires": "2026-11-21T01:31:09Z""#, Agents.windows, 410, "has ended"),
  .init(#", "expires": "2026-11-21T01:31:10Z""#, Agents.windows, 302, "https://e.example/p"),
  .init(#", "archived": true"#, Agents.windows, "?d=1", 410, "has ended"),
  .init(
    #", "archived": true, "status": 301, "expiredURL": "https://e.example/over""#, Agents.windows,
    "?a=1", 302, "https://e.example/over"),
  .init(
    #", "social": {"title": "T&T"}"#, Agents.facebook, 200,
    #"<meta property="og:title" content="T&amp;T">"#),
  .init("", Agents.facebook, 302, "https://e.example/p"),
  .init("", Agents.instagram, 200, "https://e.example/p"),
  .init(
    #", "apple": {"appStoreID": "42"}"#, Agents.iPhone, 200,
    "app-id=42, app-argument=https://e.example/p"),
  .init(
    #", "skipPage": true, "campaign": {"at": "1", "pt": "2"}, "apple": {"appStoreID": "42"}"#,
    Agents.iPhone, 302, "https://apps.apple.com/app/id42?at=1&pt=2"),
  .init(
    #", "android": {"packageName": "a.b"}"#, Agents.android, 302,
    intent
      + "https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3Fid%3Da.b%26referrer%3Dkeiro_link%253Dhttps%25253A%25252F%25252Fa.example%25252Fs%25252Fx;end"
  ),
  .init(
    #", "android": {"packageName": "a.b"}"#, Agents.androidFirefox, 200,
    play.replacing("&", with: "&amp;") + "keiro_link%3Dhttps%253A%252F%252Fa.example%252Fs%252Fx"),
  .init(
    #", "desktop": {"fallback": "https://e.example/d"}"#, Agents.windows, 302, "https://e.example/d"
  ),
]

@Test(arguments: cases)
func `leads visitors where the link says`(_ visit: VisitCase) throws {
  let service = try ServiceFixture()
  try service.add("\"slug\": \"x\", \"url\": \"https://e.example/p\"\(visit.link)")
  for host in ["a.example", "www.a.example", "open.a.example", "A.EXAMPLE:8080"] {
    let target = "/s/x" + visit.query
    let answer = try service.visit(target, host: host, agent: visit.agent)
    #expect(answer.status == visit.status, "\(answer.text)")
    #expect(
      (answer.location ?? answer.text).contains(visit.mark), "\(answer.location ?? answer.text)")
    if let location = answer.location { #expect(location == visit.mark) }
    let isPermanent = [301, 308].contains(answer.status)
    #expect(answer.cacheControl == (isPermanent ? "private, max-age=3600" : "no-store"))
    #expect(answer.field("X-Content-Type-Options") == "nosniff")
    let head = try service.visit(target, host: host, method: "HEAD", agent: visit.agent)
    #expect(head.status == visit.status && head.location == answer.location)
  }
}

@Suite struct VisitTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  @Test func `leads on with a query that makes the address long`() throws {
    let path = String(repeating: "p", count: 8000)
    try service.add("\"slug\": \"x\", \"url\": \"https://e.example/\(path)\"")
    let query = String(repeating: "q", count: 8000)
    #expect(try service.visit("/s/x?\(query)").location == "https://e.example/\(path)?\(query)")
  }

  @Test func `leads nowhere that the site has ceased to allow`() throws {
    try service.add(#""slug": "x", "url": "https://e.example/p""#)
    try service.add(
      #""slug": "y", "url": "https://a.example/", "archived": true, "expiredURL": "https://e.example/""#
    )
    let narrow = try ServiceFixture(store: service.store) { definition in
      definition.sites[0].destinationHosts = definition.sites[0].hosts
    }
    for agent in [Agents.windows, Agents.iPhone, Agents.android, Agents.facebook, Agents.instagram]
    {
      #expect(try narrow.visit("/s/x", agent: agent).status == 410)
    }
    #expect(try narrow.visit("/s/y").status == 410)
    #expect(try narrow.visit("/_keiro/resolve?url=/s/x").status == 410)
  }

  @Test func `keeps links of a host apart, and shares those of the first`() throws {
    try service.add(#""slug": "x", "url": "https://a.example/first""#)
    let body = #"{"host": "www.a.example", "slug": "x", "url": "https://a.example/www"}"#
    #expect(try service.call("POST", "/v1/links", body).status == 409)
    // Imports of two old domains may contain the same slug.
    let (store, now) = (service.store, Timestamp(secondsSinceEpoch: 0))
    _ = try waitForAnswer {
      store.apply(
        [ShortLink(host: "www.a.example", slug: "x", url: "https://a.example/www")],
        overwritesEdits: false, by: .service, now: now, completion: $0)
    }
    #expect(try service.visit("/s/x", host: "www.a.example").location == "https://a.example/www")
    #expect(try service.visit("/s/x", host: "open.a.example").location == "https://a.example/first")
    #expect(try service.visit("/s/x", host: "p.example").status == 404)
    #expect(try service.visit("/s/x", host: "b.a.example").status == 404)
    let open = #"{"host": "open.a.example", "slug": "o", "url": "https://a.example/open"}"#
    #expect(try service.call("POST", "/v1/links", open).status == 201)
    for host in ["a.example", "www.a.example", "open.a.example"] {
      #expect(try service.visit("/s/o", host: host).location == "https://a.example/open")
    }
    let told = try service.call("POST", "/v1/explain", #"{"url": "https://a.example/s/o"}"#)
    #expect(told.text.contains("https://a.example/open"))
  }

  @Test func `serves links of wildcard hosts beside the routes at the root`() throws {
    let body = #"{"host": "x.w.example", "slug": "page/2", "url": "https://e.example/2"}"#
    #expect(try service.call("POST", "/v1/links", body).status == 201)
    #expect(try service.visit("/page/2", host: "x.w.example").location == "https://e.example/2")
    #expect(try service.visit("/page/2", host: "y.w.example").status == 404)
    #expect(try service.visit("/fixed", host: "y.w.example").location == "https://e.example/w")
    #expect(try service.visit("/page", host: "y.w.example").status == 200)
    #expect(try service.visit("/", host: "y.w.example").status == 200)
    #expect(try service.visit("/fixed", host: "w.example").status == 404)
    #expect(
      try service.visit("/fixed+", host: "y.w.example").text.contains("https://y.w.example/fixed"))
  }

  @Test func `a survey of all links follows those that lead to others, even of one name`() throws {
    try service.add(#""slug": "x", "url": "https://a.example/item/7""#)
    for slug in ["x", "y"] {
      let body = #"{"host": "x.w.example", "slug": "\#(slug)", "url": "https://a.example/s/x"}"#
      #expect(try service.call("POST", "/v1/links", body).status == 201)
    }
    let survey = try service.call("POST", "/v1/explain", #"{"all": true, "rows": "links"}"#)
    let rows = survey.json.member("links")?.array?.filter { row in
      row.text(at: "url")?.hasPrefix("https://x.w.example/") == true
    }
    #expect(rows?.map { $0.text(at: "state") } == ["page", "page"], "\(survey.text)")
  }

  @Test func `takes a slug for what it is before it takes its ending for a wish`() throws {
    try service.add(#""slug": "a", "url": "https://a.example/a""#)
    try service.add(#""slug": "a.qr", "url": "https://a.example/q""#)
    #expect(try service.visit("/s/a.qr").location == "https://a.example/q")
    #expect(try service.visit("/s/a.qr.qr").contentType == "image/svg+xml")
    #expect(try service.visit("/s/a.qr+").text.contains("/s/a.qr"))
    #expect(try service.visit("/s/a%2Eqr").location == "https://a.example/q")
    #expect(try service.visit("/s/b.qr").status == 404)
    #expect(try service.visit("/s/+").status == 404)
    #expect(try service.visit("/s/.qr").status == 404)
  }

  @Test func `asks who tries out names to wait, on whatever prefix`() throws {
    for (host, path) in [("a.example", "/s/none"), ("x.w.example", "/none")] {
      var last = 0
      for number in 0...3000 {
        last = try service.visit("\(path)\(number)", host: host, counts: false).status
      }
      #expect(last == 429)
      let answer = try service.visit("\(path)x", host: host)
      #expect(answer.field("Retry-After") == "1" && answer.text.contains("Too many attempts"))
      service.now += 3600
    }
    #expect(try service.visit("/page", host: "x.w.example").status == 200)
  }
}

/// The caches that may store a redirect, and for how long (RFC 9110, section 12.5.5; RFC 9111,
/// section 5.2).
@Suite struct RedirectCachingTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  private static let agents = [
    Agents.windows, Agents.iPhone, Agents.android, Agents.androidFirefox, Agents.google,
  ]

  @Test(arguments: [
    ("", "private, max-age=3600", true),
    (#", "skipPage": true"#, "public, max-age=3600", false),
    (
      #", "skipPage": true, "desktop": {"fallback": "https://e.example/d"}"#,
      "private, max-age=3600", true
    ),
    (#", "skipPage": true, "android": {"packageName": "a.b"}"#, "private, max-age=3600", true),
    (#", "skipPage": true, "social": {"title": "T"}"#, "private, max-age=3600", true),
    (#", "skipPage": true, "expires": "2026-11-21T01:31:19Z""#, "public, max-age=10", false),
    (#", "expires": "2026-11-21T01:31:19Z""#, "private, max-age=10", true),
    (#", "expires": "2027-11-21T01:31:19Z""#, "private, max-age=3600", true),
    (#", "skipPage": true, "maxClicks": 500"#, "no-store", false),
    (#", "skipPage": true, "notBefore": "2026-11-01T00:00:00Z""#, "public, max-age=3600", false),
    (
      #", "skipPage": true, "archived": true, "expiredURL": "https://e.example/o""#, "no-store",
      false
    ),
  ]) func `is kept no longer and by no more than it is true for`(
    _ members: String, _ cacheControl: String, _ varies: Bool
  ) throws {
    for (slug, status) in [("m", 301), ("p", 308)] {
      try service.add(
        "\"slug\": \"\(slug)\", \"url\": \"https://e.example/p\", \"status\": \(status)\(members)")
      for agent in Self.agents {
        for target in ["/s/\(slug)", "/s/\(slug)?a=1"] {
          let answer = try service.visit(target, agent: agent)
          guard answer.status != 200 else { continue }
          #expect(answer.cacheControl == cacheControl, "\(target) \(agent)")
          #expect(answer.field("Vary") == (varies ? "User-Agent" : nil))
        }
      }
    }
  }

  @Test func `is kept by nobody unless the link is permanent`() throws {
    for status in [302, 303, 307] {
      try service.add(
        "\"slug\": \"x\(status)\", \"url\": \"https://e.example/p\", \"status\": \(status)")
      let answer = try service.visit("/s/x\(status)", agent: Agents.windows)
      #expect(answer.status == status && answer.cacheControl == "no-store")
      #expect(answer.field("Vary") == nil)
    }
  }

  @Test func `is kept by nobody behind a password`() throws {
    try service.add(
      #""slug": "x", "url": "https://e.example/p", "status": 301, "password": "p""#)
    let answer = try service.visit(
      "/s/x", method: "POST", agent: Agents.windows, body: "password=p")
    #expect(answer.status == 303 && answer.cacheControl == "no-store")
  }
}
