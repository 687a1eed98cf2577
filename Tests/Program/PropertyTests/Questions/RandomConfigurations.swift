import RandomCases
import JSONSyntax
import Links
import LinkStorage

/// Configurations with the links and clicks of their store. All names come from small pools, so
/// that questions concern existing things as often as missing ones.
struct RandomConfigurations {
  /// A configuration file, and the content of its store.
  struct World {
    var text: String
    var links: [ShortLink]
    var clicks: [ClickCount]
    var launches: [LaunchCount]
  }

  /// The time of every question, in seconds since 1970.
  static let now = Timestamp(secondsSinceEpoch: 1_795_224_669)

  static let apps = ["shop", "food"]
  static let hosts = ["a.example", "www.a.example", "x.w.example", "y.w.example", "b.example"]
  static let otherHosts = ["open.a.example", "gone.example", "w.example", "sho.p.example"]
  static let prefixes = ["/s/", "/", "/go/"]
  static let slugs = ["spring", "fixed", "x", "a.qr", "deep/er", "item", "page"]
  static let paths = [
    "/", "/item/7", "/item/", "/a", "/page", "/shop/red/y", "/q", "/s/", "/nothing", "/item/a%20b",
    "/ITEM/7", "/item/%E2%9C%93", "/.well-known/apple-app-site-association", "/_keiro/resolve",
  ]

  private static let patterns = [
    "/", "/item/{id}", "/item/*", "/a", "/page", "/shop/{x}/y", "/shop/*", "/q", "/s*", "*",
  ]
  private static let identifiers = ["AAAAAAAAAA.com.example.shop", "BBBBBBBBBB.com.example.food"]
  private static let packages = ["com.example.shop", "com.example.food"]
  private static let screens = ["home", "item", "login", "search"]

  var dice: Dice

  mutating func world() -> World {
    let apps = dice.once(in: 8) ? [] : dice.once(in: 2) ? [0] : [0, 1]
    var members = ["\"store\": { \"sqlite\": \"keiro.db\" }"]
    let appTexts = apps.map { "\"\(Self.apps[$0])\": \(app($0))" }
    if !apps.isEmpty { members.append("\"apps\": { \(appTexts.joined(separator: ", ")) }") }
    let hosts = [
      ["a.example", "www.a.example"], ["*.w.example"], ["b.example"], ["x.w.example"],
    ].prefix(dice.roll(1...4))
    let sites = hosts.map { site($0, apps: apps) }
    members.append("\"sites\": [\n\(sites.joined(separator: ",\n"))\n]")
    return World(
      text: "{ \(members.joined(separator: ",\n")) }\n", links: links(), clicks: clicks(),
      launches: launches())
  }

  // MARK: - Apps

  private mutating func app(_ number: Int) -> String {
    var members: [String] = []
    if !dice.once(in: 6) {
      var apple = ["\"appIDs\": [\"\(Self.identifiers[number])\"]"]
      if dice.once(in: 2) { apple.append("\"appStoreID\": \"40043528\(number)\"") }
      if dice.once(in: 2) { apple.append("\"customSchemes\": [\"\(Self.apps[number])\"]") }
      if dice.once(in: 3) { apple.append("\"oldestSystem\": \"\(dice.pick(["9.0", "13.0"]))\"") }
      members.append("\"apple\": { \(apple.joined(separator: ", ")) }")
    }
    if dice.once(in: 2) {
      let print = Array(repeating: "0A", count: 32).joined(separator: ":")
      members.append(
        "\"android\": { \"packageName\": \"\(Self.packages[number])\","
          + " \"sha256CertFingerprints\": [\"\(print)\"] }")
    }
    if dice.once(in: 2) { members.append("\"launch\": { \(launch()) }") }
    return "{ \(members.joined(separator: ", ")) }"
  }

  private mutating func launch() -> String {
    let all = [
      "\"home\": \"home\"", "\"notificationURLKey\": \"url\"", "\"spotlight\": \"item\"",
      "\"search\": \"search\"", "\"widget\": \"item\"", "\"widgetSchemes\": [\"wid\"]",
      "\"siriActivityTypes\": [\"com.example.order\"]",
      "\"handoffActivityTypes\": [\"com.example.browse\"]",
      "\"shortcuts\": { \"com.example.new\": \"item\" }",
      "\"requiresLogin\": [\"item\"], \"loginScreen\": \"login\"",
    ]
    return dice.some(all).joined(separator: ", ")
  }

  // MARK: - Sites

  private mutating func site(_ hosts: [String], apps: [Int]) -> String {
    var members = ["\"hosts\": [\(hosts.map { "\"\($0)\"" }.joined(separator: ", "))]"]
    if hosts[0] == "a.example", dice.once(in: 2) {
      members.append("\"alternateHost\": \"open.a.example\"")
    }
    let routes = dice.some(Self.patterns).map { route($0, apps: apps) }
    if !routes.isEmpty { members.append("\"routes\": [ \(routes.joined(separator: ", ")) ]") }
    if !dice.once(in: 4) {
      var links = ["\"prefix\": \"\(dice.pick(Self.prefixes))\""]
      if !apps.isEmpty, dice.once(in: 2) {
        links.append("\"app\": \"\(Self.apps[dice.pick(apps)])\"")
      }
      let entries = dice.some(Self.slugs, oneIn: 3).map { slug in
        "\"\(slug)\": \(fields(of: link(host: "", slug: slug)).compact)"
      }
      links.append("\"links\": { \(entries.joined(separator: ", ")) }")
      members.append("\"shortLinks\": { \(links.joined(separator: ", ")) }")
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  private mutating func route(_ pattern: String, apps: [Int]) -> String {
    var members = ["\"/\": \"\(pattern)\""]
    if dice.once(in: 5) { members.append("\"caseSensitive\": false") }
    if dice.once(in: 8) { members.append("\"?\": { \"id\": \"?*\" }") }
    if dice.once(in: 6) {
      members.append("\"exclude\": true")
    } else if apps.isEmpty {
      members.append("\"title\": \"T\"")
    } else {
      members.append("\"app\": \"\(Self.apps[dice.pick(apps)])\"")
      if !dice.once(in: 4) { members.append("\"screen\": \"\(dice.pick(Self.screens))\"") }
      if dice.once(in: 6) { members.append("\"universalLink\": false") }
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  // MARK: - Links

  private mutating func links() -> [ShortLink] {
    (Self.hosts + ["gone.example"]).flatMap { host in
      dice.some(Self.slugs, oneIn: 3).map { link(host: host, slug: $0) }
    }
  }

  /// A link as in a configuration, without host and slug, which are outside its object.
  private func fields(of link: ShortLink) -> JSONOutput {
    .object(link.members(password: .hash).filter { !["host", "slug"].contains($0.name) })
  }

  mutating func url() -> String {
    let hosts = Self.hosts + Self.otherHosts
    let query = dice.once(in: 4) ? dice.pick(["?id=7", "?utm_source=m", "?d=1", "#top"]) : ""
    let path =
      dice.once(in: 2)
      ? dice.pick(Self.prefixes) + dice.pick(Self.slugs) + dice.pick(["", "", "+", ".qr"])
      : dice.pick(Self.paths)
    return "https://" + dice.pick(hosts) + path + query
  }

  private mutating func link(host: String, slug: String) -> ShortLink {
    var link = ShortLink(host: host, slug: slug, url: url())
    func time(_ days: Int) -> Timestamp {
      Timestamp(secondsSinceEpoch: Self.now.secondsSinceEpoch + days * 86_400)
    }
    if dice.once(in: 8) { link.archived = true }
    if dice.once(in: 8) { link.expires = time(dice.pick([-2, 0, 2])) }
    if dice.once(in: 8) { link.notBefore = time(dice.pick([-2, 0, 2])) }
    if dice.once(in: 6) { link.maxClicks = dice.roll(1...6) }
    if dice.once(in: 6) { link.tags = ["t", "ü"] }
    if dice.once(in: 6) { link.name = "a \"name\"\n" }
    if dice.once(in: 8) { link.status = .permanent }
    if dice.once(in: 8) { link.skipPage = true }
    if dice.once(in: 8) { link.apple.appStoreID = "123" }
    if dice.once(in: 8) { link.apple.fallback = "https://b.example/page" }
    if dice.once(in: 10) { link.apple.minimumVersion = "2.1" }
    if dice.once(in: 8) { link.android.packageName = "com.example.shop" }
    if dice.once(in: 8) { link.desktop.fallback = "https://b.example/a" }
    if dice.once(in: 8) { link.social.title = "Täglich" }
    return link
  }

  private mutating func clicks() -> [ClickCount] {
    (0..<dice.roll(0...12)).map { _ in
      ClickCount(
        key: LinkKey(
          host: dice.pick(Self.hosts + ["*.w.example"]), slug: dice.pick(Self.slugs)),
        hour: 498_672 - dice.roll(0...90), platform: dice.pick(["iphone", "windows"]),
        referrerHost: dice.pick(["", "r.example"]),
        outcome: dice.pick(["redirect", "landing"]),
        isBot: dice.once(in: 4), count: dice.roll(1...5))
    }
  }

  private mutating func launches() -> [LaunchCount] {
    (0..<dice.roll(0...4)).map { _ in
      LaunchCount(
        app: dice.pick(Self.apps), event: dice.pick(["deepLink", "normal"]),
        appVersion: dice.pick(["", "2.1"]), systemVersion: "26.0",
        day: 20_778 - dice.roll(0...3), count: dice.roll(1...5))
    }
  }
}
