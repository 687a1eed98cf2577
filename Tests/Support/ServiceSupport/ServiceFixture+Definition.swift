import AppAssociation
import Doctor
import LaunchRouting
import Links
import Management
import RandomCases
import SiteModel
import Testing
import WebSyntax

extension ServiceFixture {
  /// A site with an app and short links under `/s/`, a wildcard site whose links share the root
  /// with its routes, and a site without short links.
  static func definition() throws -> ServiceDefinition {
    var app = AppDefinition(
      key: "shop", name: "Shop & Co",
      apple: .init(
        appIDs: [try required(AppIdentifier("AAAAAAAAAA.com.example.shop"))], appStoreID: "123"),
      android: .init(
        packageName: "com.example.shop",
        sha256CertFingerprints: [Array(repeating: "0A", count: 32).joined(separator: ":")]))
    app.launch.handoffActivityTypes = ["com.example.browse"]
    return ServiceDefinition(apps: [app], sites: [try shop(), try wild(), try plain()])
  }

  private static func shop() throws -> SiteDefinition {
    var site = SiteDefinition(
      hosts: [try required(HostPattern("a.example")), try required(HostPattern("www.a.example"))])
    site.title = "The <Shop>"
    site.alternateHost = HostPattern("open.a.example")
    site.destinationHosts = ["a.example", "*.e.example", "e.example"].compactMap { HostPattern($0) }
    site.routes = [
      RouteDefinition(component: Component(path: "/item/{id}"), apps: [0]),
      RouteDefinition(component: Component(path: "/"), apps: [0]),
    ]
    site.routes[0].screen = "item"
    site.shortLinks = ShortLinksDefinition(
      prefix: "/s/", app: nil,
      links: [ShortLink(host: "a.example", slug: "fixed", url: "https://a.example/item/7")])
    return site
  }

  private static func wild() throws -> SiteDefinition {
    var site = SiteDefinition(hosts: [try required(HostPattern("*.w.example"))])
    site.routes = [
      RouteDefinition(component: Component(path: "/page"), apps: []),
      RouteDefinition(component: Component(path: "/"), apps: []),
    ]
    site.shortLinks = ShortLinksDefinition(
      prefix: "/", app: nil,
      links: [ShortLink(host: "*.w.example", slug: "fixed", url: "https://e.example/w")])
    return site
  }

  private static func plain() throws -> SiteDefinition {
    SiteDefinition(hosts: [try required(HostPattern("p.example"))])
  }

  /// Creates a link through the API.
  @discardableResult
  func add(_ members: String) throws -> Answer {
    let answer = try call("POST", "/v1/links", "{\"host\": \"a.example\", \(members)}")
    return try required(answer.status == 201 ? answer : nil, answer.text)
  }
}

extension HostDoctorAccess {
  /// Examines hosts without a network: every name leads nowhere.
  static var unreachable: HostDoctorAccess {
    HostDoctorAccess(records: DoctorRecords()) { hosts, _ in
      DoctorReport(
        hosts: hosts.map { host in
          let seen = HostObservation(host: host, lookup: .failed("no such name"))
          let time = Timestamp(secondsSinceEpoch: 1_795_224_669)
          return Examination(seen, expecting: HostExpectation(), now: time).report()
        })
    }
  }
}

/// A part of a fixture is missing; the error ends the test.
struct Missing: Error, CustomStringConvertible {
  let description: String
}

/// - Parameter details: the reason why the value may be missing.
func required<Value>(
  _ value: Value?, _ details: @autoclosure () -> String = "", line: Int = #line
) throws -> Value {
  guard let value else {
    throw Missing(description: "line \(line): no \(Value.self): \(details())")
  }
  return value
}

/// User agents of browsers, as short as possible.
enum Agents {
  static let windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/125.0 Safari/537.36"
  static let iPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1"
  static let iPad =
    "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Version/12.1.2 Mobile/15E148 Safari/604.1"
  static let iPhoneWebView =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"
  static let instagram =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/21F79 Instagram 333.0"
  static let android =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) (KHTML, like Gecko) Chrome/125.0 Mobile Safari/537.36"
  static let androidWebView =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) (KHTML, like Gecko) Version/4.0 Chrome/125.0 "
    + "Mobile Safari/537.36"
  static let androidFirefox = "Mozilla/5.0 (Android 14; Mobile; rv:126.0) Firefox/126.0"
  static let facebook = "facebookexternalhit/1.1"
  static let google = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
}

/// Request targets made of whatever confuses parsers.
enum HostileTargets {
  static let parts = [
    "/", "/s/", "x/y.z", "x", "p", "fixed", ".qr", "+", "%2B", "%2e", "..", "//", "%2F", "%00",
    "%0d%0a", "%", "%zz", "%ff", "?", "&", "=", "#", "url=", "link=", "https://a.example/",
    "https://evil.example/", "//evil.example", "d=1", "size=64", "format=png", "javascript:", "\\",
    "@", ":80", "_keiro/", "resolve", "banner", "launches", ".well-known/", "item/1", "\"", "<b>",
    "{}", "v1/", "links", "a.example", ":batch", "import", "format=csv", "stats", "by=day",
    "limit=1",
    "cursor=", "linkStats", "shortLinks", "utm_source=", "'", ";", "~", "-", "1",
  ]

  /// A service with two links that these targets find.
  static func service() throws -> ServiceFixture {
    let service = try ServiceFixture()
    try service.add(
      #""slug": "x/y.z", "url": "https://a.example/item/1?a=1#f", "campaign": {"utm_source": "ä&"}"#
    )
    try service.add(#""slug": "p", "url": "https://a.example/", "password": "p", "maxClicks": 3"#)
    return service
  }

  static func target(_ dice: inout Dice) -> String {
    "/" + (0..<dice.roll(1...9)).map { _ in dice.pick(parts) }.joined()
  }
}
