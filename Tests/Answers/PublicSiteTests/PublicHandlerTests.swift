import AppAssociation
import HTTPCore
import Links
import PublicSite
import SiteModel
import Testing

@testable import ServiceSupport

private func ask(
  _ target: String, host: String = "a.example", method: String = "GET", fields: String = "",
  peer: String = "192.0.2.1", trustsHost: Bool = false, edge: PublicEdge = PublicEdge(),
  isSecure: Bool = false, front: HTTPPeer.Front = .unknown
) throws -> Answer {
  let token = WellKnownFile(name: "acme-challenge/t", bytes: Array("token".utf8))
  let service = try ServiceFixture(trustsHost: trustsHost, edge: edge, wellKnownFiles: [token]) {
    $0.apps[0].android = nil
    let item = $0.sites[0].routes[0]
    $0.sites[0].routes = [
      RouteDefinition(component: Component(path: "/private/*", exclude: true), apps: []), item,
      RouteDefinition(component: Component(path: "/help/*"), apps: [0], universalLink: false),
      RouteDefinition(component: Component(path: "/out/{path}"), apps: []),
      RouteDefinition(component: Component(path: "/"), apps: [0]),
    ]
    $0.sites[0].routes[1].title = "Item {id}"
    $0.sites[0].routes[3].web = "https://b.example/{path}?from=a"
    $0.sites[0].shortLinks?.links.append(
      ShortLink(host: "a.example", slug: "promo/x", url: "https://a.example/item/7"))
  }
  return try service.visit(
    target, host: host, method: method, fields: fields, client: peer, isSecure: isSecure,
    front: front)
}

private let answers: [(String, String, String, Int)] = [
  ("GET", "/.well-known/apple-app-site-association", "a.example", 200),
  ("GET", "/apple-app-site-association", "A.Example.:443", 200),
  ("GET", "/apple-app-site-association", "open.a.example", 200),
  ("GET", "/apple-app-site-association", "x.w.example", 404),
  ("GET", "/apple-app-site-association", "y.x.w.example", 404),
  ("GET", "/.well-known/assetlinks.json", "a.example", 404),
  ("GET", "/item/7", "a.example", 200), ("GET", "/item/7", "b.example", 404),
  ("GET", "/private/x", "a.example", 404), ("GET", "/absent", "a.example", 404),
  ("HEAD", "/item/7", "a.example", 200), ("POST", "/item/7", "a.example", 405),
  ("BREW", "/item/7", "a.example", 501), ("DELETE", "/absent", "a.example", 404),
  ("get", "/item/7", "a.example", 501), ("BREW", "/absent", "b.example", 501),
  ("PUT", "/item/7", "a.example", 405), ("PUT", "/s/promo/x", "a.example", 405),
  ("DELETE", "/s/none", "a.example", 404), ("OPTIONS", "/s/promo/x", "a.example", 204),
  ("TRACE", "/item/7", "a.example", 405),
  ("CONNECT", "a.example:443", "a.example", 405), ("CONNECT", "b.example:443", "c.example", 405),
  ("GET", "/%69tem/7", "a.example", 308), ("GET", "/%73/promo/x", "a.example", 302),
  ("GET", "/s/pr%6Fmo/x", "a.example", 302), ("GET", "/s%2Fpromo/x", "a.example", 404),
  ("GET", "/.well-known/%61pple-app-site-association", "a.example", 200),
  ("GET", "/%2ewell-known/apple%2Dapp-site-association", "a.example", 200),
  ("GET", "/.well%2dknown/acme-challenge/t", "a.example", 200),
  ("GET", "/%5Fkeiro/banner", "a.example", 400),
  ("OPTIONS", "/item/7", "a.example", 204), ("OPTIONS", "*", "a.example", 204),
  ("GET", "http://a.example/item/7", "b.example", 200), ("GET", "http://a.example", "x", 200),
  ("GET", "http://a.example?a=b", "x", 200), ("OPTIONS", "http://a.example", "x", 204),
  ("GET", "/s/promo/x", "a.example", 302), ("GET", "/s/promo%2Fx", "a.example", 302),
  ("GET", "/s/Promo/x", "a.example", 404), ("GET", "/s/", "a.example", 404),
  ("GET", "/s/promo/x.qr", "a.example", 200), ("GET", "/s/promo/x.qr?format=gif", "a.example", 400),
  ("GET", "/out/p", "a.example", 302), ("GET", "/_keiro/other", "a.example", 404),
  ("GET", "/favicon.ico", "a.example", 200), ("GET", "/robots.txt", "a.example", 200),
  ("POST", "/robots.txt", "a.example", 405), ("GET", "/favicon.ico", "b.example", 404),
  ("GET", "/_keiro/icon-0.svg", "a.example", 404),
  ("GET", "/_keiro/banner", "a.example", 400), ("GET", "/metrics", "a.example", 404),
  ("GET", "/.well-known/acme-challenge/t", "a.example", 200),
  ("GET", "/.well-known/acme-challenge/u", "a.example", 404),
  ("GET", "/item/%00", "a.example", 400), ("GET", "/item/%zz", "a.example", 400),
  ("GET", "/item/%", "a.example", 400), ("GET", "/item/../x", "a.example", 400),
  ("GET", "/item/%2e%2E/x", "a.example", 400), ("GET", "/item/%c0%af", "a.example", 400),
  ("GET", "/item/.hidden", "a.example", 200), ("GET", "/item/%E3%81%82", "a.example", 200),
]

@Test(arguments: answers)
func `answers by method, path and host`(
  _ method: String, _ target: String, _ host: String, _ status: Int
) throws {
  #expect(try ask(target, host: host, method: method).status == status)
}

@Test func `escapes whatever a request puts on a page`() throws {
  let page = try ask("/item/%3Cscript%3E\"<b>?q='\"><i>").text
  #expect(page.contains("<h1>Item &lt;script&gt;&quot;&lt;b&gt;</h1>"))
  #expect(page.contains("The &lt;Shop&gt;"))
  #expect(!page.contains("<script") && !page.contains("<b>") && !page.contains("<i>"))
}

@Test func `leads the Open button to the other host, where the store takes its place`() throws {
  let agent = "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)\r\n"
  let button = "class=\"button\" href=\"https://"
  let badge = "class=\"badge\" href=\"https://apps.apple.com/app/id123\""
  let first = try ask("/item/7?a=1", fields: agent).text
  #expect(first.contains(button + "open.a.example/item/7?a=1\"") && first.contains(badge))
  let second = try ask("/item/7", host: "open.a.example", fields: agent).text
  #expect(!second.contains("class=\"button") && second.contains(badge))
  #expect(try ask("/help/x", fields: agent).text.contains(button + "open.a.example/\""))
}

@Test func `shows a code to scan at a desk, and a button on phones`() throws {
  func page(_ agent: String) throws -> String {
    try ask("/item/7?a=1", fields: "User-Agent: Mozilla/5.0 (\(agent))\r\n").text
  }
  let code = "src=\"/_keiro/qr?url=/item/7?a=1\""
  let desk = try page("Windows NT 10.0; Win64; x64")
  #expect(desk.contains(code) && !desk.contains("class=\"button"))
  let phone = try page("iPhone; CPU iPhone OS 17_5 like Mac OS X")
  #expect(!phone.contains(code) && phone.contains("class=\"button\""))
  // The app has no Android side: nothing on the page could open it.
  let other = try page("Linux; Android 14; Pixel 8")
  #expect(!other.contains(code) && !other.contains("class=\"button"))
  let mac = try page("Macintosh; Intel Mac OS X 10_15_7")
  #expect(mac.contains(code) && mac.contains("class=\"button touch\""))
  #expect(try ask("/item/7").field("Vary")?.contains("User-Agent") == true)
}

@Test func `draws the code of a page, and of nothing else`() throws {
  let code = try ask("/_keiro/qr?url=/item/7?a=1")
  #expect(code.status == 200 && code.contentType == "image/svg+xml")
  #expect(code.text.contains("<title>https://a.example/item/7?a=1</title>"))
  #expect(try ask("/_keiro/qr").status == 400)
  for target in ["/absent", "/private/x", "https://evil.test/", "/s/promo/x", "x", ""] {
    #expect(try ask("/_keiro/qr?url=\(target)").status == 404)
  }
  #expect(
    try ask("/_keiro/qr?url=/item/" + String(repeating: "x", count: 1100)).status == 404)
}

@Test func `believes the forwarded host of a trusted proxy alone, and only when told to`() throws {
  let fields = "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Host: a.example\r\n"
  #expect(
    try ask("/item/7", host: "back", fields: fields, peer: proxy, trustsHost: true).status == 200)
  #expect(
    try ask("/item/7", host: "back", fields: fields, trustsHost: true).status == 404)
  #expect(try ask("/item/7", host: "back", fields: fields, peer: proxy).status == 404)
  for foreign in ["evil.test", "a\"<.w.example"] {
    let fields = fields.replacing("a.example", with: foreign)
    #expect(try ask("/item/7", fields: fields, peer: proxy).status == 200)
  }
}

@Test func `fills what the path captures into where a browser goes`() throws {
  let response = try ask("/out/p%20q?x=1")
  #expect(response.location == "https://b.example/p%20q?from=a&x=1")
}

@Test func `answers programs with problems and people with pages`() throws {
  let problem = try ask("/absent", fields: "Accept: application/json\r\n")
  #expect(problem.contentType == "application/problem+json")
  #expect(problem.text.hasPrefix("{\"type\":\"urn:keiro:problem:not-found\""))
  let page = try ask("/absent", fields: "Accept: text/html,application/json\r\n")
  #expect(page.contentType == "text/html; charset=utf-8")
}

private let resolutions: [(String, String)] = [
  (
    "https://a.example/s/promo/x?b=1",
    "{\"url\":\"https://a.example/item/7?b=1\",\"link\":{\"host\":\"a.example\","
      + "\"slug\":\"promo/x\",\"url\":\"https://a.example/item/7\","
      + "\"campaign\":{}},\"app\":\"shop\",\"screen\":\"item\",\"parameters\":{\"id\":\"7\"}}\n"
  ),
  (
    "/item/%25E3%2581%2582",
    "{\"url\":\"https://a.example/item/%25E3%2581%2582\",\"link\":null,\"app\":\"shop\","
      + "\"screen\":\"item\",\"parameters\":{\"id\":\"%E3%81%82\"}}\n"
  ),
]

@Test(arguments: resolutions)
func `resolves URLs for apps`(_ url: String, _ expected: String) throws {
  #expect(try ask("/_keiro/resolve?url=\(url)").text == expected)
}

@Test(arguments: ["https://b.example/", "https://a.example/absent", "nonsense", "ftp://a.example/"])
func `finds no page behind other URLs`(_ url: String) throws {
  #expect(try ask("/_keiro/resolve?url=\(url)").status == 404)
  #expect(try ask("/_keiro/banner?url=\(url)").body == [])
}

private let redirects: [(target: String, host: String, fields: String, location: String?)] = [
  ("/", "a.example", "", "https://a.example/"),
  ("/s/promo/x?a=1&b", "A.Example:80", "", "https://a.example/s/promo/x?a=1&b"),
  ("http://a.example/item/1", "a.example", "", "https://a.example/item/1"),
  ("/.well-known/apple-app-site-association", "a.example", "", nil),
  ("/.well-known/acme-challenge/t", "a.example", "", nil),
  ("/apple-app-site-association", "a.example", "", nil), ("/", "unknown.example", "", nil),
  ("/", "a.example", "X-Forwarded-Proto: https\r\n", "https://a.example/"),
]

@Test(arguments: redirects.indices)
func `redirects to TLS, but for association files`(index: Int) throws {
  let item = redirects[index]
  let edge = PublicEdge(securePort: 443)
  let answer = try ask(item.target, host: item.host, fields: item.fields, edge: edge)
  #expect((answer.status == 308) == (item.location != nil))
  if let location = item.location { #expect(answer.location == location) }
  let secure = try ask(item.target, host: item.host, edge: edge, isSecure: true)
  #expect(secure.status != 308)
}

@Test(arguments: [
  ("/%69tem/1", "/item/1"), ("/i%74em/%31?a=%62", "/item/1?a=%62"), ("/item/%31", nil),
  ("/%6Eothing", nil), ("/%2Fitem/1", nil), ("/item%2F1", nil),
])
func `leads to a page from a spelling with needless escapes`(
  target: String, location: String?
) throws {
  let answer = try ask(target)
  #expect((answer.status == 308) == (location != nil))
  #expect(answer.location == location)
}

@Test func `redirects to the port of the listener`() throws {
  let answer = try ask("/x?", edge: PublicEdge(securePort: 8443))
  #expect(answer.location == "https://a.example:8443/x?")
}

private let stranger = "192.0.2.1"
private let proxy = "10.0.0.1"

/// What a proxy below HTTP says of the client, who asks, and with which fields.
private let fronts: [(HTTPPeer.Front, peer: String, fields: String, isRedirected: Bool)] = [
  (.unknown, stranger, "X-Forwarded-Proto: https\r\n", true), (.secure, stranger, "", false),
  (.secure, stranger, "X-Forwarded-Proto: http\r\n", false),
  (.plain, stranger, "X-Forwarded-Proto: https\r\n", true), (.trusted, stranger, "", true),
  (.trusted, stranger, "X-Forwarded-Proto: https\r\n", false),
  (.trusted, stranger, "X-Forwarded-Proto: http\r\n", true),
  (.unknown, proxy, "X-Forwarded-Proto: https\r\n", false),
  (.unknown, proxy, "X-Forwarded-For: 192.0.2.9\r\n", false),
  (.unknown, proxy, "X-Forwarded-Proto: http\r\nX-Forwarded-For: 192.0.2.9\r\n", true),
  (.unknown, proxy, "", true),
]

@Test(arguments: fronts)
func `believes a trusted proxy, and one that introduces the client below HTTP`(
  front: HTTPPeer.Front, peer: String, fields: String, isRedirected: Bool
) throws {
  let answer = try ask(
    "/", fields: fields, peer: peer, edge: PublicEdge(securePort: 443), front: front)
  #expect((answer.status == 308) == isRedirected)
}

@Test func `answers authorities on every host`() throws {
  let edge = PublicEdge(securePort: 443, keyAuthorization: { $0 == "tok" ? "tok.digest" : nil })
  for host in ["a.example", "unknown.example"] {
    let answer = try ask("/.well-known/acme-challenge/tok", host: host, edge: edge)
    #expect(answer.status == 200 && answer.text == "tok.digest")
  }
  #expect(
    try ask("/.well-known/acme-challenge/other", host: "unknown.example", edge: edge).status
      == 404)
  // The folder of the site contains a token of another client.
  #expect(try ask("/.well-known/acme-challenge/t", edge: edge).text == "token")
}
