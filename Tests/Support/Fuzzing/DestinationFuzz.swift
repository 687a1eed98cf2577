import JSONSyntax
import Links
import WebSyntax

extension FuzzTarget {
  /// Destinations of links: URLs, merging of queries, all decisions, and Firebase's long links.
  ///
  /// The input is a line with a link as JSON or the query of a long link, and a line with the query
  /// of a visit; the first line is also read as a URL.
  static let destinations = FuzzTarget(name: "destinations") { bytes in
    let lines = FuzzInput.parts(bytes, separator: "\n", limit: 2)
    let text = String(decoding: lines[0], as: UTF8.self)
    let query = lines.count > 1 ? String(decoding: lines[1], as: UTF8.self) : nil
    split(text)
    for link in [read(lines[0]), dynamicLink(text)].compactMap(\.self) {
      for site in sites { decide(link, query, site) }
    }
  }

  private static func split(_ text: String) {
    guard let url = WebURL(text) else { return }
    let rest = text.utf8.drop { $0 != UInt8(ascii: ":") }
    expect(url.description.utf8.elementsEqual(Array(url.scheme.utf8) + rest), "a part is lost")
    expect(WebURL(url.description) == url, "\(url) reads otherwise")
    guard LinkDestination.fault(of: text, within: nil) == nil else { return }
    expect(["http", "https"].contains(url.scheme), "'\(url.scheme)' is not a destination")
    expect(isAddress(text) && url.userInfo == nil, "'\(text)' is not a destination")
  }

  // MARK: - Links

  private static func read(_ json: [UInt8]) -> ShortLink? {
    guard let link = link(json) else { return nil }
    let text = FuzzLink.text(link)
    expect(self.link(text).map(FuzzLink.text) == text, "\(link) reads otherwise")
    return link
  }

  private static func dynamicLink(_ query: String) -> ShortLink? {
    let long = DynamicLink(query: query)
    guard let (link, _) = try? long.link(host: "a.example", slug: "x", by: .trusted) else {
      return nil
    }
    let text = FuzzLink.text(link)
    expect(self.link(text).map(FuzzLink.text) == text, "\(link) is a link that no reader takes")
    return link
  }

  private static func link(_ json: [UInt8]) -> ShortLink? {
    guard let document = try? JSONDocument(parsing: json) else { return nil }
    let collector = JSONProblemCollector(document)
    let link = LinkReader().link(collector.root)
    return collector.problems.isEmpty ? link : nil
  }

  // MARK: - Decisions

  private static let hosts = ["a.example", "*.w.example"].compactMap { HostPattern($0) }
  private static let sites = [
    LinkSite(),
    LinkSite(
      destinationHosts: hosts,
      app: LinkApp(
        name: "Shop", appStoreID: "123", customScheme: "shop", packageName: "com.example.shop")),
  ]
  private static let now = Timestamp(secondsSinceEpoch: 1_795_224_669)

  private static func decide(_ link: ShortLink, _ query: String?, _ site: LinkSite) {
    let visit = Visit(query: query, isPasswordVerified: true)
    let branches = Decision.branches(of: link, visit: visit, now: now, site: site)
    for branch in branches { check(branch.decision.outcome, link, site) }
    check(Links.decide(link, visit: visit, now: now, site: site).outcome, link, site)
    if case .redirect(let url, _) = resolve(link, visit: visit, now: now, site: site) {
      checkWeb(url, site)
    }
  }

  private static func check(_ outcome: Decision.Outcome, _ link: ShortLink, _ site: LinkSite) {
    switch outcome {
    case .notFound, .gone, .passwordForm, .explanation: break
    case .preview(let destination): checkWeb(destination, site)
    case .redirect(let location, _): checkLocation(location, site)
    case .landing(let page):
      checkWeb(page.destination, site)
      checkWeb(page.continueURL, site)
      for url in [page.openURL, page.storeURL, page.schemeURL].compactMap(\.self) {
        expect(isAddress(url), "'\(url)' is not an address")
      }
      if let url = page.schemeURL, page.isForAndroid {
        checkIntent(url, site)
      } else if let url = page.schemeURL, let scheme = link.apple.customScheme {
        expect(url.utf8.starts(with: "\(scheme)://google/link/?".utf8), "\(url)")
      }
      if let url = page.storeURL { expect(isStore(url), "\(url)") }
    }
  }

  /// Checks that a location leads to the web, to a store, or into an app through Chrome.
  private static func checkLocation(_ location: String, _ site: LinkSite) {
    guard !isStore(location) else { return expect(isAddress(location), "\(location)") }
    guard location.utf8.starts(with: "intent://".utf8) else { return checkWeb(location, site) }
    checkIntent(location, site)
  }

  private static func checkIntent(_ location: String, _ site: LinkSite) {
    expect(location.utf8.starts(with: "intent://".utf8) && isAddress(location), "\(location)")
    // The part from the last hash on is Chrome's, the rest is the destination's.
    let tail = location.utf8.lastIndex(of: UInt8(ascii: "#")).map { location[$0...] } ?? ""
    expect(tail.hasPrefix("#Intent;scheme=http") && tail.hasSuffix(";end"), "\(location)")
    let names: [String] = tail.split(separator: ";", omittingEmptySubsequences: false).map { part in
      String(part.prefix { $0 != "=" })
    }
    let bare = ["#Intent", "scheme", "package", "end"]
    let whole = ["#Intent", "scheme", "package", "S.browser_fallback_url", "end"]
    expect(names == bare || names == whole, "\(location)")
    checkWeb("https" + location.dropFirst("intent".count), site)
  }

  private static func checkWeb(_ url: String, _ site: LinkSite) {
    let parts = WebURL(url)
    expect(isAddress(url), "'\(url)' holds what no URL may hold")
    expect(["http", "https"].contains(parts?.scheme), "'\(url)' leads out of the web")
    guard let hosts = site.destinationHosts, let host = parts?.host else { return }
    expect(hosts.contains { $0.matches(host) }, "'\(url)' leads to a host that is not allowed")
  }

  private static func isStore(_ url: String) -> Bool {
    url.utf8.starts(with: "https://apps.apple.com/app/id".utf8)
      || url.utf8.starts(with: "https://play.google.com/store/apps/details?id=".utf8)
  }

  /// Whether a text is valid in a response field and reads as a single address.
  private static func isAddress(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
  }
}
