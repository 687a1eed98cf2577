import DirectRequests
import HTTPCore
import Links
import Service
import Testing

@testable import PublicSite

/// Every value that a stranger can put on a page, in every position of a page.
struct HostilePageTests {
  static let values: [String] = [
    "\"><script>alert(1)</script>", "' onmouseover='alert(1)", "\" autofocus onfocus=\"alert(1)",
    "</title></style></main><h1>x</h1>", "<!-- ", "]]>", "&lt;b&gt; &#60;b&#62;",
    "a, app-argument=b",
    "javascript:alert(1)", "JaVaScRiPt://a.example/%0Aalert(1)", "java\nscript:alert(1)",
    "\u{1}javascript:alert(1)", "data:text/html,<b>x", "vbscript://a/x", "//evil.example/",
    "/\\evil.example/", "https://a.example/\"><b>", "https://a.example/'><b>?x=<i>&y=\"#<u>",
    "https://\"><b>.example/", "https://a.example/\u{202E}gpj.exe", "\u{202E}\u{2066}backwards",
    "nul\0 and \u{7F} and \u{85} and \u{9B}", "line\r\nSet-Cookie: a=b", "tab\tand\u{2028}line",
    "\u{FFFF}\u{FEFF}", "", " ", String(repeating: "x", count: 65_536),
    "https://a.example/" + String(repeating: "\"", count: 65_536),
    "\u{301}begins with a mark", "a" + String(repeating: "\u{301}", count: 65_536),
  ]

  static func link(_ value: String) -> ShortLink {
    var link = ShortLink(host: value, slug: value, url: value)
    link.name = value
    link.tags = Array(repeating: value, count: 30)
    link.apple.fallback = value
    link.apple.ipadFallback = value
    link.apple.appStoreID = value
    link.apple.bundleID = value
    link.apple.customScheme = value.split(separator: ":").first.map { String($0) } ?? value
    link.apple.minimumVersion = value
    link.android.packageName = value
    link.android.fallback = value
    link.desktop.fallback = value
    link.social.title = value
    link.social.description = value
    link.social.image = value
    link.campaign.items = [("utm_source", value), ("ct", value)]
    link.expiredURL = value
    return link
  }

  static func pages(_ value: String) -> [HTTPResponse] {
    let pages = ShortLinkPages(PageSamples.frame("en", name: String(value.prefix(500))))
    let link = link(value)
    var landing = LandingPage(destination: value, continueURL: value + "#")
    landing.appStoreID = value
    landing.openURL = value
    landing.appName = value
    landing.storeURL = value
    var byScheme = landing
    byScheme.openURL = nil
    byScheme.schemeURL = value
    let steps = [DebugPage.Step(title: value, source: value)]
    let agent = UserAgent(value)
    let outcomes: [Decision.Outcome] = [
      .landing(landing), .landing(byScheme), .preview(destination: value),
      .redirect(location: value, status: .found),
    ]
    let branches = Decision.branches(
      of: link, visit: Visit(query: value, isPasswordVerified: true), now: PageSamples.now,
      site: LinkSite())
    let debug = outcomes.map { outcome in
      DebugPage(
        shortURL: value, agent: agent,
        decision: Decision(outcome: outcome, reasons: [.destinationNotAllowed(value)]),
        branches: branches, ignored: [value],
        record: DebugPage.Record(link: link, clicks: .max), steps: steps)
    }
    return [
      pages.landing(landing, link: link, shortURL: value),
      pages.landing(byScheme, link: link, shortURL: value),
      pages.preview(link, destination: value, shortURL: value),
      pages.passwordForm(.asked, action: value), pages.passwordForm(.wrong, action: value),
      pages.passwordForm(.tooManyTries(retryAfter: .min), action: value),
    ] + debug.map(pages.explanation)
  }

  @Test(arguments: values.indices)
  func `lets no value out of its place`(number: Int) {
    for page in Self.pages(Self.values[number]) {
      let markup = PageMarkup(page.body)
      #expect(markup.faults == [])
      #expect(markup.strangers == [])
      #expect(Self.strangeAddresses(in: markup) == [])
      #expect(
        !String(decoding: page.body, as: UTF8.self).unicodeScalars.contains(
          where: PageMarkup.isHidden))
      #expect(page.body.count < 131_072, "\(page.answerNote.outcome)")
      #expect(page.fields["Location"] == nil && page.fields["Set-Cookie"] == nil)
    }
  }

  @Test(arguments: [("<p/>", false), ("<p class=\"x\"/>", false), ("<path d=\"M0\"/>", true)])
  func `only a shape of a picture ends itself`(_ tag: String, _ isRight: Bool) {
    let markup = PageMarkup(Array(tag.utf8), hasPictures: true)
    #expect((markup.faults + markup.strangers).isEmpty == isRight)
  }

  /// Addresses that lead elsewhere than to the web or the page's own host.
  private static func strangeAddresses(in markup: PageMarkup) -> [String] {
    let addresses = markup.tags.flatMap { tag in
      ["href", "src", "action"].compactMap { tag[$0] }
    }
    return addresses.filter { address in
      let isWeb = address.hasPrefix("https://") || address.hasPrefix("http://")
      let isLocal = address.hasPrefix("/") && !address.hasPrefix("//")
      return !(isWeb || isLocal) || !address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
  }

  @Test(arguments: values.indices)
  func `gives the banner one argument`(number: Int) {
    var landing = LandingPage(destination: Self.values[number], continueURL: "https://a.example/")
    landing.appStoreID = "123"
    let page = PageSamples.english.landing(
      landing, link: PageSamples.link, shortURL: "https://a.example/s/x")
    let banners = PageMarkup(page.body).tags.filter { $0["name"] == "apple-itunes-app" }
    for banner in banners {
      let content = banner["content"] ?? ""
      #expect(content.hasPrefix("app-id=123, app-argument=https://"))
      #expect(content.filter { $0 == "," }.count == 1)
    }
  }
}
