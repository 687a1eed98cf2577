import Links
import Testing
import WebSyntax

private let now = Timestamp(secondsSinceEpoch: 1_795_224_669)

private func decision(
  _ agent: String, _ site: LinkSite, _ change: (inout ShortLink) -> Void = { _ in }
) -> Decision {
  var link = ShortLink(host: "e.example", slug: "x", url: "https://e.example/p?a=b#c")
  change(&link)
  return decide(
    link, visit: Visit(query: nil, agent: UserAgent(agent), host: "e.example"), now: now,
    site: site)
}

private func page(_ site: LinkSite, _ change: (inout ShortLink) -> Void = { _ in }) throws
  -> LandingPage
{
  let outcome = decision(UserAgents.iPhoneInstagram, site, change).outcome
  guard case .landing(let page) = outcome else {
    Issue.record("no page but \(outcome)")
    return LandingPage(destination: "", continueURL: "")
  }
  return page
}

@Test func `leads no part of a link where the site does not allow`() throws {
  let site = LinkSite(destinationHosts: [try #require(HostPattern("e.example"))])
  let evil = "https://evil.example/"
  let own = "https://e.example/p?a=b#c"
  func outcome(_ agent: String, _ url: String, _ members: String = "") throws -> Decision.Outcome {
    let link = try #require(try readLink(members, url: url).link)
    let visit = Visit(query: nil, agent: UserAgent(agent), host: "e.example")
    return decide(link, visit: visit, now: now, site: site).outcome
  }
  let chrome = UserAgents.androidChrome
  for (agent, url, members) in [
    (UserAgents.windows, evil, ""),
    (UserAgents.windows, own, #""desktop": {"fallback": "\#(evil)"}"#),
    (UserAgents.iPhoneSafari, own, #""apple": {"fallback": "\#(evil)"}"#),
    (UserAgents.iPad, own, #""apple": {"ipadFallback": "\#(evil)"}"#),
    (chrome, own, #""android": {"fallback": "\#(evil)"}"#),
    (chrome, own, #""android": {"packageName": "com.e.app", "fallback": "\#(evil)"}"#),
    (chrome, evil, #""android": {"packageName": "com.e.app"}"#),
    (UserAgents.windows, own, #""archived": true, "expiredURL": "\#(evil)""#),
    (UserAgents.slackBot, evil, #""social": {"title": "t"}"#),
  ] as [(String, String, String)] {
    #expect(try outcome(agent, url, members) == .gone, "\(url) \(members)")
  }
  #expect(try outcome(UserAgents.windows, own) != .gone)
  // Redirects to stores are not checked like destinations: Keiro makes these addresses itself.
  let package = #""android": {"packageName": "com.e.app"}"#
  #expect(try outcome(UserAgents.androidFirefox, own, package) != .gone)
}

@Test func `opens the app by an address, or else by its scheme, or not at all`() throws {
  func site(_ address: String?, scheme: String?) -> LinkSite {
    LinkSite(
      app: LinkApp(name: "App", appStoreID: "7", customScheme: scheme) { _, host in
        host == "e.example" ? address : nil
      })
  }
  let byAddress = try page(site("https://open.e.example/p", scheme: "app"))
  #expect(byAddress.openURL == "https://open.e.example/p" && byAddress.schemeURL == nil)
  #expect(byAddress.appStoreID == "7" && byAddress.appName == "App")
  #expect(byAddress.storeURL == "https://apps.apple.com/app/id7")
  let byScheme = try page(site(nil, scheme: "app"))
  #expect(byScheme.openURL == nil && byScheme.appName == "App")
  #expect(
    byScheme.schemeURL == "app://google/link/?deep_link_id=https%3A%2F%2Fe.example%2Fp%3Fa%3Db%23c")
  let none = try page(site(nil, scheme: nil))
  #expect(none.openURL == nil && none.schemeURL == nil)
  let own = try page(site(nil, scheme: "app")) {
    $0.apple.appStoreID = "42"
    $0.apple.customScheme = "e"
  }
  #expect(own.appStoreID == "42" && own.appName == nil)
  #expect(own.schemeURL?.hasPrefix("e://google/link/?") == true)
}

@Test func `a page is that of the app that the link names for the visitor's system`() throws {
  let beta = LinkApp(
    name: "Beta", bundleIDs: ["com.e.beta"], appStoreID: "8", customScheme: "beta",
    packageName: "com.e.beta")
  let tablet = LinkApp(name: "Tablet", bundleIDs: ["com.e.tab"], customScheme: "tab")
  let own = LinkApp(
    name: "Alpha", bundleIDs: ["com.e.alpha"], appStoreID: "7", customScheme: "alpha",
    packageName: "com.e.alpha"
  ) { _, _ in "https://open.e.example/" }
  let site = LinkSite(app: own, apps: [own, beta, tablet])
  func names(_ agent: String, _ change: (inout ShortLink) -> Void) -> [String?] {
    let decision = decision(agent, site, change)
    guard case .landing(let page) = decision.outcome else { return [] }
    return [
      page.appName, page.storeURL, page.openURL ?? page.schemeURL.map { String($0.prefix(6)) },
    ]
  }
  let phone = UserAgents.iPhoneFacebook
  #expect(names(phone) { _ in }[0] == "Alpha")
  #expect(
    names(phone) { $0.apple.bundleID = "com.e.beta" }
      == ["Beta", "https://apps.apple.com/app/id8", "beta:/"])
  #expect(names(UserAgents.iPadFacebookAsMac) { $0.apple.bundleID = "com.e.beta" }[0] == "Beta")
  #expect(
    names(UserAgents.iPadFacebookAsMac) {
      $0.apple.bundleID = "com.e.beta"
      $0.apple.ipadBundleID = "com.e.tab"
    } == ["Tablet", nil, "tab://"])
  #expect(names(phone) { $0.apple.bundleID = "com.unknown" }[0] == "Alpha")
  #expect(names(phone) { $0.android.packageName = "com.e.beta" }[0] == "Alpha")
  let android = names(UserAgents.androidFirefox) { $0.android.packageName = "com.e.beta" }
  #expect(android[0] == "Beta" && android[2] == "intent")
  #expect(names(UserAgents.androidFirefox) { $0.apple.bundleID = "com.e.beta" }[0] == "Alpha")
}

@Test func `a fallback in the store is the one way there`() throws {
  let site = LinkSite(app: LinkApp(name: "App", appStoreID: "7", packageName: "com.e"))
  func ways(_ agent: String, _ fallback: String) -> [String] {
    let decision = decision(agent, site) {
      $0.apple.fallback = fallback
      $0.android.fallback = fallback
    }
    guard case .landing(let page) = decision.outcome else { return [] }
    return [page.storeURL ?? "-", page.continueURL]
  }
  let custom = "https://apps.apple.com/app/id7?ppid=abc"
  #expect(ways(UserAgents.iPhoneFacebook, custom) == [custom, custom])
  #expect(
    ways(UserAgents.iPhoneFacebook, "https://e.example/get")
      == ["https://apps.apple.com/app/id7", "https://e.example/get"])
  let listing = "https://play.google.com/store/apps/details?id=com.e&listing=summer"
  let store = ways(UserAgents.androidFirefox, listing)
  #expect(store.count == 2 && store[0] == store[1])
  #expect(store[0].hasPrefix(listing + "&referrer=link%3D"))
  let own = listing + "&referrer=mine"
  #expect(ways(UserAgents.androidFirefox, own) == [own, own])
  #expect(ways(UserAgents.androidFirefox, custom)[1] == custom)
}

@Test func `a custom product page goes with the number of its app, a listing with its package`() {
  let site = LinkSite(
    app: LinkApp(
      name: "App", appStoreID: "7", productPage: "aaaa", packageName: "com.e", listing: "spring"))
  func store(_ agent: String, _ change: (inout ShortLink) -> Void = { _ in }) -> String? {
    switch decision(agent, site, change).outcome {
    case .landing(let page): page.storeURL
    case .redirect(let location, _): location
    default: nil
    }
  }
  let (phone, usual) = (UserAgents.iPhoneFacebook, "https://apps.apple.com/app/id")
  #expect(store(phone) == usual + "7?ppid=aaaa")
  #expect(store(phone) { $0.apple.appStoreID = "8" } == usual + "8")
  #expect(store(phone) { $0.apple.productPage = "bbbb" } == usual + "7?ppid=bbbb")
  let all = store(UserAgents.iPhoneSafari) {
    $0.apple.appStoreID = "7"
    $0.apple.productPage = "bbbb"
    $0.campaign.items = [("ct", "c")]
    $0.skipPage = true
  }
  #expect(all == usual + "7?ppid=bbbb&ct=c")
  let play = "https://play.google.com/store/apps/details?id=com.e"
  let own = store(UserAgents.androidFirefox)
  #expect(own?.hasPrefix(play + "&listing=spring&referrer=") == true)
  let other = store(UserAgents.androidFirefox) { $0.android.packageName = "com.e.other" }
  #expect(other?.hasPrefix(play + ".other&referrer=") == true)
}

@Test func `a custom product page of a link stands beside no number of another app`() {
  let other = LinkApp(name: "Other", bundleIDs: ["com.e.other"], appStoreID: "8")
  let site = LinkSite(app: LinkApp(name: "App", appStoreID: "7"), apps: [other])
  func store(
    _ site: LinkSite, _ agent: String = UserAgents.iPhoneFacebook, number: String? = nil,
    bundleID: String? = nil, ipadBundleID: String? = nil
  ) -> [String?] {
    var link = ShortLink(host: "e.example", slug: "x", url: "https://e.example/p")
    link.apple.productPage = "bbbb"
    link.apple.appStoreID = number
    link.apple.bundleID = bundleID
    link.apple.ipadBundleID = ipadBundleID
    let visit = Visit(query: nil, agent: UserAgent(agent))
    guard case .landing(let page) = decide(link, visit: visit, now: now, site: site).outcome
    else { return [] }
    return [page.storeURL.map { String($0.dropFirst(27)) }, site.productPageDoubt(of: link)?.path]
  }
  #expect(store(site) == ["id7?ppid=bbbb", nil] && store(site, number: "7") == store(site))
  #expect(store(site, number: "9") == ["id9", "apple.productPage"])
  // The number, or the bundle identifier, names another app of the configuration.
  #expect(store(site, number: "8") == ["id8?ppid=bbbb", nil])
  #expect(store(site, bundleID: "com.e.other") == ["id8?ppid=bbbb", nil])
  #expect(store(site, number: "7", bundleID: "com.e.other") == ["id7", "apple.productPage"])
  // The iPad has another app than the iPhone.
  let pad = UserAgents.iPadFacebookAsMac
  #expect(store(site, pad, ipadBundleID: "com.e.other") == ["id8", nil])
  // No other app is known.
  #expect(store(LinkSite(), number: "9") == ["id9?ppid=bbbb", nil])
}

@Test(arguments: [
  "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) "
    + "Chrome/125.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; "
    + "+http://www.google.com/bot.html)",
  "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) "
    + "Chrome/125.0.0.0 Mobile Safari/537.36 (compatible; bingbot/2.0; "
    + "+http://www.bing.com/bingbot.htm)",
])
func `leads a search engine that calls itself a phone to the page`(_ agent: String) {
  let site = LinkSite(app: LinkApp(packageName: "com.e.app"))
  #expect(
    decision(agent, site).outcome
      == .redirect(location: "https://e.example/p?a=b#c", status: .found))
  let named = decision(agent, site) { $0.android.packageName = "com.e.app" }
  #expect(named.outcome == .redirect(location: "https://e.example/p?a=b#c", status: .found))
  let fallback = decision(agent, site) { $0.android.fallback = "https://e.example/android" }
  #expect(fallback.outcome == .redirect(location: "https://e.example/android", status: .found))
}

@Test func `hands the site's package to Chrome, and its destination to who has no app`() {
  let site = LinkSite(app: LinkApp(packageName: "com.e.app"))
  #expect(
    decision(UserAgents.androidChrome, site).outcome
      == .redirect(
        location: "intent://e.example/p?a=b#c#Intent;scheme=https;package=com.e.app;"
          + "S.browser_fallback_url=https%3A%2F%2Fe.example%2Fp%3Fa%3Db%23c;end",
        status: .found))
  guard case .landing(let page) = decision(UserAgents.androidFirefox, site).outcome else {
    Issue.record("no page")
    return
  }
  #expect(page.isForAndroid && page.continueURL == "https://e.example/p?a=b#c")
  // Firefox follows a fallback without trying the app; the page is such a fallback.
  #expect(
    page.schemeURL == "intent://e.example/p?a=b#c#Intent;scheme=https;package=com.e.app;end")
}

@Test func `lets no destination write its own intent`() {
  let url = StoreURLs.intent(
    destination: "https://e.example/#Intent;package=evil;end", packageName: "com.e.app",
    fallback: "https://e.example/;end;package=evil")
  let tail =
    "#Intent;scheme=https;package=com.e.app;"
    + "S.browser_fallback_url=https%3A%2F%2Fe.example%2F%3Bend%3Bpackage%3Devil;end"
  // Chrome reads what follows the last '#'.
  #expect(url == "intent://e.example/#Intent;package=evil;end" + tail)
  #expect(StoreURLs.intent(destination: "ftp://e/", packageName: "a.b", fallback: "") == nil)
}

@Test func `explains every branch before and past the password, without the question itself`() {
  var link = ShortLink(host: "e.example", slug: "x", url: "https://e.example/p")
  link.password = PasswordHash("h")
  link.desktop.fallback = "https://e.example/d"
  var visit = Visit(query: "d=1&a=b")
  let asked = Decision.branches(of: link, visit: visit, now: now, site: LinkSite())
  #expect(asked.allSatisfy { $0.decision.outcome == .passwordForm })
  visit.isPasswordVerified = true
  let branches = Decision.branches(of: link, visit: visit, now: now, site: LinkSite())
  #expect(branches.map(\.visitor) == Decision.Visitor.allCases)
  let outcomes = branches.map(\.decision.outcome)
  #expect(outcomes[0] == .redirect(location: "https://e.example/p?a=b", status: .found))
  #expect(outcomes[6] == .redirect(location: "https://e.example/d?a=b", status: .found))
  #expect(!outcomes.contains(.explanation) && !outcomes.contains(.passwordForm))
}

@Test func `tells how many of a hundred visits get each destination, the most frequent first`() {
  var link = ShortLink(host: "e.example", slug: "x", url: "https://e.example/p")
  func shares(_ visitor: Decision.Visitor) -> [String] {
    let shares = Decision.shares(
      of: link, visitor: visitor, visit: Visit(query: nil), now: now, site: LinkSite())
    return shares.map { share in
      guard case .redirect(let location, _) = share.decision.outcome else { return "" }
      return "\(share.visits) from \(share.draw): \(location)"
    }
  }
  #expect(shares(.iPhone) == ["100 from 0: https://e.example/p"])
  link.rules = [LinkRule(url: "https://e.example/a"), LinkRule(url: "https://e.example/b")]
  link.rules[0].condition.platforms = [.iPhone]
  link.rules[0].condition.share = 30
  link.rules[1].condition.share = 20
  #expect(
    shares(.iPhone) == [
      "50 from 50: https://e.example/p", "30 from 0: https://e.example/a",
      "20 from 30: https://e.example/b",
    ])
  #expect(
    shares(.desktop) == ["80 from 20: https://e.example/p", "20 from 0: https://e.example/b"])
  link.rules[0].condition.share = nil
  #expect(shares(.iPhone) == ["100 from 0: https://e.example/a"])
  // Links that have ended decide without their rules.
  link.rules[0].condition.share = 30
  link.archived = true
  #expect(shares(.iPhone).count == 1 && shares(.desktop).count == 1)
}
