import AppAssociation
import Explaining
import LaunchRouting
import Links
import Platforms
import SiteModel
import Testing
import WebSyntax

/// A service with two sites, one app on both systems, and one on iOS only.
struct ExplanationFixture {
  var service: ServiceDefinition {
    didSet { compiled = Compiled() }
  }
  private var compiled = Compiled()

  /// What the service is compiled to, once it has been asked for.
  private final class Compiled {
    var snapshot: ServiceSnapshot?
  }

  static let now = Timestamp(secondsSinceEpoch: 1_795_224_669)

  init() throws {
    var launch = LaunchRules(home: "home")
    launch.requiresLogin = ["orders"]
    launch.loginScreen = "login"
    launch.linkSchemes = ["food"]
    launch.widgetSchemes = ["food-widget"]
    let food = AppDefinition(
      key: "food", name: "Food",
      apple: .init(
        appIDs: [try required(AppIdentifier("AAAAAAAAAA.b.food"))], appStoreID: "111",
        customSchemes: ["food"], oldestSystem: SystemVersion(9)),
      android: .init(packageName: "b.food", sha256CertFingerprints: [Self.fingerprint]),
      launch: launch)
    let maps = AppDefinition(
      key: "maps", name: "Maps",
      apple: .init(appIDs: [try required(AppIdentifier("AAAAAAAAAA.b.maps"))]))
    var site = SiteDefinition(hosts: try Self.hosts("food.example", "www.food.example"))
    site.alternateHost = HostPattern("open.food.example")
    site.routes = [
      RouteDefinition(component: Component(path: "/private/*", exclude: true), apps: []),
      RouteDefinition(component: Component(path: "/article/{id}"), apps: [0]),
      RouteDefinition(component: Component(path: "/map/{place}"), apps: [1]),
      RouteDefinition(component: Component(path: "/topics/*"), apps: [0], universalLink: false),
      RouteDefinition(component: Component(path: "/orders"), apps: [0]),
      RouteDefinition(component: Component(path: "/out/{path}"), apps: []),
      RouteDefinition(component: Component(path: "/mute"), apps: [0]),
      RouteDefinition(component: Component(path: "/"), apps: [0]),
    ]
    for (route, screen) in [1: "article", 2: "map", 3: "home", 4: "orders", 7: "home"] {
      site.routes[route].screen = screen
    }
    site.routes[5].web = "/article/{path}"
    site.shortLinks = ShortLinksDefinition(
      prefix: "/s/", app: nil,
      links: [
        ShortLink(host: "food.example", slug: "one", url: "https://food.example/article/1"),
        ShortLink(host: "food.example", slug: "loop", url: "https://food.example/s/loop"),
        ShortLink(host: "food.example", slug: "far", url: "https://far.example/x"),
      ])
    service = ServiceDefinition(apps: [food, maps], sites: [site])
  }

  static let fingerprint = (0..<32).map { _ in "AB" }.joined(separator: ":")

  static func hosts(_ names: String...) throws -> [HostPattern] {
    try names.map { try required(HostPattern($0)) }
  }

  func snapshot() throws -> ServiceSnapshot {
    if let snapshot = compiled.snapshot { return snapshot }
    let snapshot = try required(ServiceSnapshot.compile(service).snapshot)
    compiled.snapshot = snapshot
    return snapshot
  }

  func explain(
    _ url: String, _ context: TapContext = TapContext(), link: ShortLink? = nil, clicks: Int = 0
  ) throws -> LinkExplanation {
    let snapshot = try snapshot()
    return LinkExplainer(snapshot, now: Self.now).explain(
      url, context: context, links: Self.notebook(snapshot, link, clicks: clicks))
  }

  static func notebook(
    _ snapshot: ServiceSnapshot, _ link: ShortLink?, clicks: Int = 0
  ) -> LinkNotebook {
    LinkNotebook(snapshot) { key in
      key == link?.key ? link.map { FoundLink($0, clicks: clicks) } : nil
    }
  }

  /// The link `new`, as a store would hold it.
  static func stored(_ change: (inout ShortLink) -> Void) -> ShortLink {
    var link = ShortLink(
      host: "food.example", slug: "new", url: "https://food.example/article/2")
    change(&link)
    return link
  }
}

extension TapContext {
  /// A tap on a system such as `ios 17` or `android 15`.
  static func on(
    _ system: String, from source: TapSource = .messages, installed: Bool = true
  ) throws -> TapContext {
    let parts = system.split(separator: " ").map(String.init)
    let version = try required(SystemVersion(parts[1]))
    return TapContext(
      system: parts[0] == "ios" ? .iOS(version) : .android(version), isInstalled: installed,
      source: source)
  }
}
