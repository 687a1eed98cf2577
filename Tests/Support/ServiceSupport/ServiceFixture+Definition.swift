import AppAssociation
import LaunchRouting
import Links
import Platforms
import Testing
import WebSyntax

import SiteModel

extension ServiceFixture {
  /// A site with an app and short links under `/s/`, a wildcard site whose links share the root
  /// with its routes, and a site without short links.
  static func definition() throws -> ServiceDefinition {
    let app = AppDefinition(
      key: "shop", name: "Shop & Co",
      apple: .init(
        appIDs: [try required(AppIdentifier("AAAAAAAAAA.com.example.shop"))], appStoreID: "123",
        appClipIDs: [], customSchemes: [], oldestSystem: SystemVersion(13)),
      android: .init(
        packageName: "com.example.shop",
        sha256CertFingerprints: [Array(repeating: "0A", count: 32).joined(separator: ":")]),
      launch: LaunchRules())
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
