import AppAssociation
import DirectRequests
import FoundationEssentials
import HTTPCore
import Links
import LinkStorage
import Platforms
import PublicSite
import RandomCases
import Service
import SiteModel
import SQLiteStore
import Telemetry
import WebSyntax

/// A random configuration with random links in it and in a store, and the handler that serves them.
final class RandomService {
  let snapshot: ServiceSnapshot
  let store: any LinkStore
  let handler: PublicHandler
  var readyAnswers = 0
  private let slugs: [String]
  private let hosts: [String]
  private let prefixes: [String]
  private var shortURLs: [String] = []

  static let now = Timestamp(secondsSinceEpoch: 1_795_224_669)
  static let traits = VisitorTraits(language: "ja", country: "JP", draw: 42)

  /// Nil when the random configuration does not compile.
  init?(_ dice: inout Dice) throws {
    let apps = Self.apps(&dice)
    var sites: [SiteDefinition] = []
    for (number, names) in [
      ["a.example", "www.a.example"], ["*.w.example"], ["b.example"],
    ].enumerated() {
      sites.append(Self.site(number, names, apps: apps.count, &dice))
    }
    let compilation = ServiceSnapshot.compile(ServiceDefinition(apps: apps, sites: sites))
    guard
      let snapshot = compilation.snapshot?.replacing(
        wellKnownFiles: sites.map { _ in
          [WellKnownFile(name: "security.txt", bytes: Array("Contact: x".utf8))]
        }), let prepared = PreparedSites(snapshot)
    else { return nil }
    self.snapshot = snapshot
    store = try SQLiteStore(in: MemoryDatabase())
    hosts = [
      "a.example", "www.a.example", "A.Example", "open.a.example", "x.w.example", "y.w.example",
      "b.example", "c.example", "a.example:443", "a.example.",
    ]
    slugs = ["one", "two", "Three", "x/y", "four", "five.qr", "six~", "none", "a"]
    prefixes = sites.compactMap(\.shortLinks?.prefix) + ["/s/", "/"]
    for (number, site) in sites.enumerated() {
      let links = snapshot.shortLinks[number]?.all ?? []
      shortURLs += links.map { link in
        let host = site.hosts[0].isWildcard ? "x.w.example" : site.hosts[0].name
        return "\(host)\(site.shortLinks?.prefix ?? "/")\(link.slug)"
      }
    }
    for slug in slugs where slug != "none" && !dice.once(in: 4) {
      let host = dice.pick(["a.example", "www.a.example", "x.w.example", "b.example"])
      let link = Self.link(host: host, slug: slug, &dice)
      if let site = snapshot.site(host: host), let links = sites[site].shortLinks {
        shortURLs.append("\(host)\(links.prefix)\(slug)")
      }
      try waitForAnswer { [store] in
        store.create(link, CreationTerms(), by: .service, now: Self.now, completion: $0)
      }
      guard link.maxClicks != nil, dice.once(in: 2) else { continue }
      let click = ClickCount(
        key: link.key, hour: 490_000, platform: "iPhone", referrerHost: "", outcome: "redirect",
        isBot: false, count: 5)
      let batch = CountBatch(writer: CountWriter(), sequence: 1, clicks: [click])
      try waitForAnswer { [store] in store.count(batch, now: Self.now, completion: $0) }
    }
    handler = PublicHandler(
      snapshot: snapshot, prepared: prepared, proxies: TrustedProxies(networks: []),
      journal: RequestJournal(metrics: WorkerMetrics(routeNames: RouteLabel.names), write: nil),
      directory: LinkDirectory(store: store, passwords: .plain),
      recorder: ClickRecorder(store: store),
      sources: VisitorSources(country: { _ in Self.traits.country }, draw: { Self.traits.draw }))
    // Reserved by a process that was killed: used up, but never counted.
    for link in try links where link.maxClicks != nil && dice.once(in: 3) {
      let wanted = dice.roll(1...9)
      try waitForAnswer { [store] in
        store.reserve(
          wanted, of: LinkLife(link), limit: link.maxClicks ?? 0, completion: $0)
      }
    }
  }

  /// Every link of the store and of the configuration.
  private var links: [ShortLink] {
    get throws {
      try store.links(afterID: 0, limit: 1000).map(\.link)
        + snapshot.shortLinks.flatMap { ($0?.all ?? []) }
    }
  }
}

// MARK: - Configurations

extension RandomService {
  private static func apps(_ dice: inout Dice) -> [AppDefinition] {
    ["food", "maps"].map { key in
      AppDefinition(
        key: key, name: "App \(key)",
        apple: dice.once(in: 4)
          ? nil
          : AppDefinition.Apple(
            appIDs: [AppIdentifier("AAAAAAAAAA.com.example.\(key)")].compactMap(\.self),
            appStoreID: dice.once(in: 3) ? nil : "12345", customSchemes: [key],
            oldestSystem: SystemVersion(dice.pick([9, 12, 13, 15]))),
        android: dice.once(in: 3)
          ? nil
          : AppDefinition.Android(
            packageName: "com.example.\(key)",
            sha256CertFingerprints: [Array(repeating: "0A", count: 32).joined(separator: ":")]))
    }
  }

  private static func site(
    _ number: Int, _ names: [String], apps: Int, _ dice: inout Dice
  ) -> SiteDefinition {
    var site = SiteDefinition(hosts: names.compactMap { HostPattern($0) })
    site.language = dice.pick(["en", "ja"])
    if dice.once(in: 4) { site.root = dice.pick(["https://e.example/start?x=1", "/item/7"]) }
    if dice.once(in: 4) { site.notFound = .redirect("https://e.example/lost") }
    if dice.once(in: 6) { site.notFound = .page(Array("<p>Lost".utf8)) }
    if number == 0, dice.once(in: 2) { site.alternateHost = HostPattern("open.a.example") }
    if dice.once(in: 3) {
      site.destinationHosts = ["a.example", "*.a.example", "b.example"].compactMap {
        HostPattern($0)
      }
    }
    let patterns = ["/", "/item/{id}", "/item/*", "/s/*", "/a", "/private/*", "/go/{to}", "/l/x"]
    site.routes = dice.some(patterns).map { pattern in
      var component = Component(path: pattern)
      component.exclude = dice.once(in: 6) ? true : nil
      if dice.once(in: 6) { component.fragment = "top*" }
      var route = RouteDefinition(
        component: component, apps: dice.some(Array(0..<apps)),
        universalLink: component.exclude != true && !dice.once(in: 5))
      if component.exclude == true { route.apps = [] }
      route.screen = dice.once(in: 3) ? nil : "screen"
      if component.exclude != true, dice.once(in: 5) {
        route.web = dice.pick(["https://e.example/x?a=b", "/item/7", "https://e.example/{id}"])
      }
      return route
    }
    guard !dice.once(in: 5) else { return site }
    let prefix = dice.pick(["/s/", "/", "/l/"])
    let slugs = dice.some(["one", "two", "a", "five.qr", "cfg"], oneIn: 3)
    site.shortLinks = ShortLinksDefinition(
      prefix: prefix, app: dice.once(in: 3) ? dice.roll(0...(apps - 1)) : nil,
      links: slugs.map { link(host: names[0], slug: $0, &dice) })
    site.shortLinks?.longLinks = dice.pick([.own, .own, .social, .off])
    site.shortLinks?.answersShlink = dice.once(in: 2)
    site.shortLinks?.isIndexed = dice.once(in: 2)
    return site
  }

  private static func link(host: String, slug: String, _ dice: inout Dice) -> ShortLink {
    let urls = [
      "https://a.example/item/7", "https://b.example/a", "https://e.example/x?utm_source=own#f",
      "https://www.a.example/s/one", "https://a.example/", "http://e.example/go",
    ]
    var link = ShortLink(host: host, slug: slug, url: dice.pick(urls))
    link.status = dice.pick([.found, .found, .movedPermanently, .seeOther, .permanent])
    link.query = dice.pick([.merge, .visitor, .drop])
    link.skipPage = dice.once(in: 5)
    if dice.once(in: 4) { link.path = dice.pick([.append, .ignore]) }
    link.archived = dice.once(in: 10)
    if dice.once(in: 8) { link.expires = time(dice.pick([-10, 10])) }
    if dice.once(in: 10) { link.notBefore = time(dice.pick([-10, 10])) }
    if dice.once(in: 6) { link.expiredURL = dice.pick(urls) }
    if dice.once(in: 6) { link.maxClicks = dice.pick([1, 5, 9]) }
    if dice.once(in: 4) { link.password = PasswordHash("secret") }
    if dice.once(in: 4) { link.apple.fallback = dice.pick(urls) }
    if dice.once(in: 4) { link.apple.ipadFallback = dice.pick(urls) }
    if dice.once(in: 4) {
      link.apple.appStoreID = "777"
      link.apple.productPage = "45812c9b-c296-43d3-c6a0-c5a02f74bf6e"
    }
    if dice.once(in: 6) { link.apple.customScheme = "food" }
    if dice.once(in: 4) { link.android.fallback = dice.pick(urls) }
    if dice.once(in: 4) { link.android.packageName = "com.example.food" }
    if dice.once(in: 4) { link.desktop.fallback = dice.pick(urls) }
    if dice.once(in: 4) { link.social.title = "Title" }
    if dice.once(in: 3) { link.rules = (0..<dice.roll(1...3)).map { _ in rule(urls, &dice) } }
    if dice.once(in: 4) { link.campaign.items = [("utm_source", "mail & more"), ("at", "x")] }
    return link
  }

  private static func rule(_ urls: [String], _ dice: inout Dice) -> LinkRule {
    var condition = LinkRule.Condition()
    if dice.once(in: 3) { condition.platforms = dice.some(UserAgent.Platform.allCases, oneIn: 2) }
    if dice.once(in: 3) { condition.languages = [dice.pick(["ja", "en", "pt-br"])] }
    if dice.once(in: 3) { condition.countries = [dice.pick(["JP", "DE"])] }
    if dice.once(in: 3) { condition.query = [.init(name: "a", value: dice.pick(["b", "c"]))] }
    if dice.once(in: 4) { condition.from = time(dice.pick([-10, 10])) }
    if dice.once(in: 4) { condition.until = time(dice.pick([-10, 10])) }
    if dice.once(in: 3) { condition.share = dice.pick([10, 50, 90]) }
    return LinkRule(if: condition, url: dice.pick(urls))
  }

  private static func time(_ seconds: Int) -> Timestamp {
    Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + seconds)
  }
}

// MARK: - URLs

extension RandomService {
  /// A URL that a user might tap, including hostile ones.
  func url(_ dice: inout Dice) -> String {
    let scheme = dice.once(in: 8) ? "http" : "https"
    let address = address(&dice)
    return "\(scheme)://\(dice.once(in: 5) ? escaped(address, &dice) : address)\(query(&dice))"
  }

  /// The address with one letter of its path escaped, which is equivalent.
  private func escaped(_ address: String, _ dice: inout Dice) -> String {
    var bytes = Array(address.utf8)
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return address }
    let letters = bytes[slash...].indices.filter { index in
      bytes[index] >= UInt8(ascii: "a") && bytes[max(index - 2, slash)...index].first != 0x25
        && bytes[max(index - 1, slash)] != 0x25
    }
    guard !letters.isEmpty else { return address }
    let index = dice.pick(letters)
    guard bytes[index] < 0x7B else { return address }
    bytes.replaceSubrange(index...index, with: "%\(String(bytes[index], radix: 16))".utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A host and a path; half of them name a link.
  private func address(_ dice: inout Dice) -> String {
    guard !shortURLs.isEmpty, dice.once(in: 2) else { return dice.pick(hosts) + path(&dice) }
    return dice.pick(shortURLs) + dice.pick(["", "", "", "", "+", ".qr", "/qr-code", "/track"])
  }

  private func path(_ dice: inout Dice) -> String {
    switch dice.roll(0...9) {
    case 0...4:
      let suffix = dice.pick(["", "", "", "+", ".qr", "%2B", "/", "/track", "/qr-code"])
      let slug = dice.pick(slugs + ["cfg", "%6Fne", "o%6ee", "tw%C3%A9", "..", "one%00"])
      return dice.pick(prefixes) + slug + suffix
    case 5:
      return "/.well-known/"
        + dice.pick([
          "apple-app-site-association", "assetlinks.json", "security.txt", "missing", "../x", "",
        ])
    case 6:
      let path =
        "/_keiro/" + dice.pick(["banner", "resolve", "resolve", "launches", "qr", "x", ""])
      return dice.once(in: 3) ? path : path + "?url=https://" + dice.pick(shortURLs + hosts)
    case 7: return "/apple-app-site-association"
    case 8:
      return dice.pick([
        "", "/", "/item/7", "/item/%E3%81%82", "/item/", "/go/x", "/a", "/l/x",
        "/favicon.ico", "/robots.txt",
      ])
    default:
      return dice.pick([
        "/private/x", "/%zz", "/a/../b", "/a/./b", "//a", "/%2e%2e/", "/item/a%2Fb", "/%C0%AF",
        "/s", "/s//one", "/item/a b", "/item/é",
      ])
    }
  }

  private func query(_ dice: inout Dice) -> String {
    guard dice.once(in: 2) else { return dice.once(in: 12) ? "?" : "" }
    let target = "https://\(address(&dice))"
    let items = [
      "d=1", "a=b", "utm_source=mail", "utm_source=%26", "size=300", "size=1", "format=png",
      "format=gif", "margin=9", "margin=90", "color=red", "bgColor=ffe", "errorCorrection=h",
      "url=\(target)", "url=/item/7", "url=https%3A%2F%2Fa.example%2Fs%2Fone",
      "link=https://a.example/item/7", "link=https%3A%2F%2Fevil.test%2F",
      "link=https://b.example/a&apn=com.x.y&isi=99", "link=", "x=é", "q=1%zz", "efr=1",
      "link=https://a.example/a&apn=com.example.food&isi=12345&ibi=com.example.food&st=T&ius=maps",
      "st=T&sd=D&si=https://a.example/i.png", "url=https://x.page.link/one",
    ]
    let count = dice.roll(1...3)
    return "?" + (0..<count).map { _ in dice.pick(items) }.joined(separator: "&")
      + (dice.once(in: 6) ? "#top" : "")
  }
}

enum CaseCount {
  /// `KEIRO_CASES`; few by default, so that the suite takes only seconds.
  static let cases = number("KEIRO_CASES") ?? 3000
  /// Whether the random cases are so many that every outcome has its share of them.
  static let areMany = cases >= 1000
  /// The same for questions, each of which costs a whole run of the command line.
  static let questions = number("KEIRO_CASES") ?? 320
  /// The same for changes, which are made twice.
  static let changes = number("KEIRO_CASES") ?? 300

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
