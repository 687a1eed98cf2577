import AppAssociation
import Links
import Testing
import WebSyntax

@testable import SiteModel

/// Links and routes that lead in circles.
struct RedirectCircleTests {
  private let snapshot: ServiceSnapshot

  init() throws {
    var first = SiteDefinition(hosts: ["a.example", "www.a.example"].compactMap(HostPattern.init))
    first.routes = [
      Self.redirect("/old", to: "/s/c"), Self.redirect("/out", to: "https://e.example/"),
      Self.redirect("/spin/*", to: "/spin/1"),
    ]
    first.shortLinks = ShortLinksDefinition(
      prefix: "/s/", app: nil,
      links: [ShortLink(host: "a.example", slug: "c", url: "https://b.example/d")])
    var second = SiteDefinition(hosts: ["b.example"].compactMap(HostPattern.init))
    second.shortLinks = ShortLinksDefinition(prefix: "/", app: nil, links: [])
    let compilation = ServiceSnapshot.compile(ServiceDefinition(apps: [], sites: [first, second]))
    snapshot = try #require(compilation.snapshot, "\(compilation.problems)")
  }

  private static func redirect(_ path: String, to web: String) -> RouteDefinition {
    var route = RouteDefinition(component: Component(path: path), apps: [])
    route.web = web
    return route
  }

  private func faults(
    _ link: ShortLink, among others: [ShortLink] = []
  ) -> [String]? {
    let faults = snapshot.circles(of: link) { key in others.first { $0.key == key } }
    return faults?.map { "\($0.path): \($0.message)" }
  }

  private func link(_ slug: String, _ url: String, host: String = "a.example") -> ShortLink {
    ShortLink(host: host, slug: slug, url: url)
  }

  @Test(arguments: [
    "https://a.example/s/x", "http://a.example/s/x", "https://WWW.A.example/s/x?q=1#f",
    "https://a.example:8443/s/%78", "https://a.example/?link=https%3A%2F%2Fa.example%2Fs%2Fx",
  ])
  func `a link to itself`(_ url: String) {
    #expect(
      faults(link("x", url)) == [
        "url: '\(url)' leads back to the link itself: expected another address"
      ])
  }

  @Test func `a link that comes back over links, hosts and redirects of routes`() {
    let d = link("d", "https://a.example/s/x", host: "b.example")
    for url in ["https://b.example/d", "https://a.example/s/c", "https://a.example/old"] {
      #expect(
        faults(link("x", url), among: [d]) == [
          "url: '\(url)' leads back to the link itself: expected another address"
        ])
    }
    #expect(faults(link("x", "https://a.example/old"), among: []) == [])
  }

  @Test func `every address of a link to which visitors are sent`() {
    var x = link("x", "https://e.example/")
    x.apple.fallback = "https://a.example/s/x"
    x.android.fallback = "https://a.example/s/y"
    x.desktop.fallback = "https://a.example/s/z"
    x.expiredURL = "https://a.example/s/x"
    x.social.image = "https://a.example/s/x"
    var y = link("y", "https://e.example/")
    y.android.fallback = "https://a.example/s/x"
    var z = link("z", "https://e.example/")
    z.apple.fallback = "https://a.example/s/x"
    #expect(
      faults(x, among: [y, z]) == [
        "apple.fallback: 'https://a.example/s/x' leads back to the link itself: expected another address",
        "android.fallback: 'https://a.example/s/y' leads back to the link itself: expected another address",
        "expiredURL: 'https://a.example/s/x' leads back to the link itself: expected another address",
      ])
  }

  @Test func `a way without an end is one, too, and a long one is bounded`() {
    let chain = (0..<12).map { link("n\($0)", "https://a.example/s/n\($0 + 1)") }
    let endless = "leads through more than 10 redirects, as a loop does"
    #expect(
      faults(link("x", "https://a.example/s/n0"), among: chain)
        == ["url: 'https://a.example/s/n0' \(endless): expected the last address"])
    #expect(faults(link("x", "https://a.example/s/n5"), among: chain) == [])
    #expect(
      faults(link("x", "https://a.example/spin/2")) == [
        "url: 'https://a.example/spin/2' \(endless): expected the last address"
      ])
    #expect(snapshot.circle(from: "https://a.example/spin/2") == endless)
    #expect(snapshot.circle(from: "https://a.example/out") == nil)
  }

  @Test func `what leads elsewhere, or to a link that is kept and leads nowhere`() {
    #expect(faults(link("x", "https://e.example/s/x")) == nil)
    #expect(faults(link("x", "https://a.example/s/x.qr")) == [])
    #expect(faults(link("x", "https://a.example/s/x+")) == [])
    var over = link("x", "https://a.example/s/x")
    over.archived = true
    #expect(faults(over) == [])
  }

  @Test func `a failing look-up fails the question`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try snapshot.circles(of: link("x", "https://a.example/s/y")) { _ throws(Failure) in
        throw Failure()
      }
    }
  }
}
