import AppAssociation
import Links
import Testing
import WebSyntax

@testable import SiteModel

/// What snapshots of the same sites, and the sites of one snapshot, have in common.
struct SnapshotSharingTests {
  private let snapshot: ServiceSnapshot
  private let file = WellKnownFile(name: "security.txt", bytes: [1])

  init() throws {
    let app = AppDefinition(key: "shop", name: "Shop", apple: nil, android: nil)
    let sites = ["a.example", "b.example"].map { host in
      var site = SiteDefinition(hosts: [host].compactMap(HostPattern.init))
      site.routes = [RouteDefinition(component: Component(path: "/item"), apps: [0])]
      site.shortLinks = ShortLinksDefinition(
        prefix: "/s/", app: nil,
        links: [ShortLink(host: host, slug: "x", url: "https://a.example/item")])
      return site
    }
    let compilation = ServiceSnapshot.compile(ServiceDefinition(apps: [app], sites: sites))
    snapshot = try #require(compilation.snapshot, "\(compilation.problems)")
  }

  private func file(in snapshot: ServiceSnapshot) -> WellKnownFile? {
    snapshot.wellKnownFile(site: 0, Array(file.name.utf8)[...])
  }

  @Test func `links of all sites share their apps`() throws {
    let sites = snapshot.linkSites
    try #require(sites.map(\.count) == [2, 2])
    #expect(sites[0][1].app.name == "Shop" && sites[0][1].app === sites[1][1].app)
    for (number, host) in ["a.example", "b.example"].enumerated() {
      let link = try #require(snapshot.configuredLink(LinkKey(host: host, slug: "x")))
      #expect(snapshot.linkSite(of: link, site: number) === sites[number][1])
    }
  }

  @Test func `other files leave everything else as it is`() {
    let next = snapshot.replacing(wellKnownFiles: [[file], []])
    #expect(file(in: next) == file && file(in: snapshot) == nil)
    #expect(next.whole === next && next.configuredLinks == snapshot.configuredLinks)
    #expect(zip(next.linkSites.joined(), snapshot.linkSites.joined()).allSatisfy { $0 === $1 })
    let bounded = next.bounded(to: Array(next.ownHosts.prefix(1)))
    #expect(bounded.whole === next && bounded.reach?.count == 1 && file(in: bounded) == file)
    #expect(bounded.replacing(wellKnownFiles: []).reach == nil)
  }
}
