import Links

private let play = "https://play.google.com/store/apps/details?id=com.e.app&referrer="
private let referrer = "link%3Dhttps%253A%252F%252Fe.example%252Fp"
private let intentStart = "intent://e.example/p#Intent;scheme=https;package=com.e.app;"
private let fallbackStart = "S.browser_fallback_url="

enum DecisionTable {
  static let now = Timestamp(secondsSinceEpoch: 1_795_224_669)
  static let before = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - 1)
  static let after = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 1)
  static let store = "https://apps.apple.com/app/id42"

  static let life: [DecisionCase] = [
    .init("plain", UserAgents.windows, "302 https://e.example/p", .leadsToURL),
    .init("own status", UserAgents.windows, "308 https://e.example/p", .leadsToURL) {
      $0.status = .permanent
    },
    .init("not yet", UserAgents.windows, "not-found", .notYetValid(after)) { $0.notBefore = after },
    .init("not yet comes before archived", UserAgents.windows, "not-found", .notYetValid(after)) {
      $0.notBefore = after
      $0.archived = true
    },
    .init("archived", UserAgents.windows, "gone", .archived) { $0.archived = true },
    .init("expired", UserAgents.windows, "gone", .expired(now), also: [.archived]) {
      $0.archived = true
      $0.expires = now
    },
    .init(
      "expired with a way out", UserAgents.windows, "302 https://e.example/over",
      .leadsToExpiredURL, also: [.expired(before)]
    ) {
      $0.expires = before
      $0.expiredURL = "https://e.example/over"
      $0.status = .permanent
    },
    .init("clicks left", UserAgents.windows, clicks: 2, "302 https://e.example/p", .leadsToURL) {
      $0.maxClicks = 3
    },
    .init("clicks used up", UserAgents.windows, clicks: 3, "gone", .clicksUsedUp(3)) {
      $0.maxClicks = 3
    },
    .init("the end comes before the password", UserAgents.windows, "gone", .archived) {
      $0.archived = true
      $0.password = PasswordHash("h")
    },
    .init("password", UserAgents.windows, "password", .asksPassword) {
      $0.password = PasswordHash("h")
    },
    .init(
      "password comes before the explanation", UserAgents.windows, query: "d=1", "password",
      .asksPassword
    ) { $0.password = PasswordHash("h") },
    .init("password comes before the preview", UserAgents.facebookBot, "password", .asksPassword) {
      $0.password = PasswordHash("h")
      $0.social.title = "t"
    },
    .init(
      "password given", UserAgents.windows, verified: true, "302 https://e.example/p",
      .leadsToURL, also: [.passwordGiven]
    ) { $0.password = PasswordHash("h") },
    .init(
      "explanation", UserAgents.iPhoneSafari, query: "a=b&d=1", "explanation",
      .explanationAsked),
    .init(
      "another d", UserAgents.windows, query: "d=10", "302 https://e.example/p?d=10",
      .leadsToURL),
    .init("preview", UserAgents.slackBot, "preview https://e.example/p", .previewBot(.slack)) {
      $0.social.image = "https://e.example/i.png"
    },
    .init(
      "preview without tags", UserAgents.slackBot, "302 https://e.example/p", .leadsToURL,
      also: [.previewWithoutTags(.slack)]),
    .init("a crawler is led on", UserAgents.googlebot, "302 https://e.example/p", .leadsToURL) {
      $0.social.title = "t"
    },
  ]

  static let apple: [DecisionCase] = [
    .init(
      "iPhone", UserAgents.iPhoneSafari, "302 https://e.example/p", .leadsToURL,
      also: [.platform(.iPhone)]),
    .init(
      "iPhone, store", UserAgents.iPhoneSafari,
      "page https://e.example/p | \(store) | "
        + "https://e.example/p", .showsPage, also: [.linkNamesStoreOrFallback]
    ) { $0.apple.appStoreID = "42" },
    .init(
      "iPhone, fallback", UserAgents.iPhoneSafari,
      "page https://e.example/p | - | https://e.example/f", .showsPage
    ) { $0.apple.fallback = "https://e.example/f" },
    .init(
      "iPad, its own fallback", UserAgents.iPad,
      "page https://e.example/p | - | https://e.example/t", .showsPage
    ) {
      $0.apple.fallback = "https://e.example/f"
      $0.apple.ipadFallback = "https://e.example/t"
    },
    .init(
      "iPhone, in an app", UserAgents.iPhoneInstagram, query: "a=b",
      "page https://e.example/p?a=b | - | https://e.example/p?a=b", .showsPage,
      also: [.inAppBrowser(.instagram)]),
    .init(
      "iPhone, no page", UserAgents.iPhoneInstagram, "302 https://e.example/p", .leadsToURL,
      also: [.skipsPage]
    ) { $0.skipPage = true },
    .init(
      "iPhone, no page, store", UserAgents.iPhoneSafari,
      "302 \(store)?at=a%26b&ct=c&mt=8&pt=9", .leadsToAppStore
    ) {
      $0.skipPage = true
      $0.apple.appStoreID = "42"
      $0.campaign.items = [
        ("utm_source", "s"), ("at", "a&b"), ("ct", "c"), ("mt", "8"), ("pt", "9"),
      ]
    },
    .init(
      "iPhone, no page, fallback", UserAgents.iPhoneSafari, "302 https://e.example/f",
      .leadsToAppleFallback
    ) {
      $0.skipPage = true
      $0.apple.appStoreID = "42"
      $0.apple.fallback = "https://e.example/f"
      $0.apple.ipadFallback = "https://e.example/t"
    },
    .init(
      "iPhone, no page, fallback with campaign", UserAgents.iPhoneSafari, query: "a=b",
      "302 https://e.example/f?a=b&utm_source=s", .leadsToAppleFallback
    ) {
      $0.skipPage = true
      $0.apple.fallback = "https://e.example/f"
      $0.campaign.items = [("utm_source", "s")]
    },
    .init(
      "iPad, no page, its own fallback", UserAgents.iPad, "302 https://e.example/t",
      .leadsToIPadFallback
    ) {
      $0.skipPage = true
      $0.apple.fallback = "https://e.example/f"
      $0.apple.ipadFallback = "https://e.example/t"
    },
    .init(
      "iPhone ignores Android and desktop", UserAgents.iPhoneSafari,
      "302 https://e.example/p", .leadsToURL
    ) {
      $0.android.packageName = "com.e.app"
      $0.android.fallback = "https://e.example/f"
      $0.desktop.fallback = "https://e.example/d"
    },
  ]

  static let android: [DecisionCase] = [
    .init(
      "Chrome, nothing known", UserAgents.androidChrome, "302 https://e.example/p",
      .leadsToURL, also: [.noPackageKnown]),
    .init(
      "Chrome, package", UserAgents.androidChrome,
      "302 \(intentStart)\(fallbackStart)https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails"
        + "%3Fid%3Dcom.e.app%26referrer%3Dlink%253Dhttps%25253A%25252F%25252Fe.example%25252Fp;end",
      .leadsToIntent
    ) { $0.android.packageName = "com.e.app" },
    .init(
      "Chrome, package and fallback", UserAgents.androidChrome,
      "302 \(intentStart)\(fallbackStart)https%3A%2F%2Fe.example%2Ff%3Fa;end", .leadsToIntent
    ) {
      $0.android.packageName = "com.e.app"
      $0.android.fallback = "https://e.example/f?a"
    },
    .init(
      "Chrome, fallback alone", UserAgents.androidChrome, "302 https://e.example/f",
      .leadsToAndroidFallback
    ) { $0.android.fallback = "https://e.example/f" },
    .init(
      "Firefox, fallback with query", UserAgents.androidFirefox, query: "a=b",
      "302 https://e.example/f?a=b", .leadsToAndroidFallback
    ) { $0.android.fallback = "https://e.example/f" },
    .init(
      "Firefox, package", UserAgents.androidFirefox,
      "page https://e.example/p | \(play)\(referrer) | https://e.example/p", .showsPage,
      also: [.browserWithoutIntents]
    ) { $0.android.packageName = "com.e.app" },
    .init(
      "Firefox, campaign", UserAgents.androidFirefox,
      "page https://e.example/p?utm_source=a%20b | "
        + "\(play)link%3Dhttps%253A%252F%252Fe.example%252Fp%253Futm_source%253Da%252520b"
        + "%26utm_source%3Da%2520b | https://e.example/p?utm_source=a%20b", .showsPage
    ) {
      $0.android.packageName = "com.e.app"
      $0.campaign.items = [("utm_source", "a b"), ("pt", "9")]
    },
    .init(
      "in an app, package", UserAgents.androidTikTok,
      "page https://e.example/p | \(play)\(referrer) | https://e.example/p", .showsPage,
      also: [.inAppBrowser(.tiktok)]
    ) { $0.android.packageName = "com.e.app" },
    .init(
      "in an app, no page, package", UserAgents.androidTikTok, "302 \(play)\(referrer)",
      .leadsToPlayStore, also: [.inAppBrowser(.tiktok), .skipsPage]
    ) {
      $0.android.packageName = "com.e.app"
      $0.skipPage = true
    },
    .init(
      "Samsung, package and fallback", UserAgents.androidSamsung,
      "page https://e.example/p | \(play)\(referrer) | https://e.example/f", .showsPage
    ) {
      $0.android.packageName = "com.e.app"
      $0.android.fallback = "https://e.example/f"
    },
    .init(
      "Android ignores Apple and desktop", UserAgents.androidChrome,
      "302 https://e.example/p", .leadsToURL
    ) {
      $0.apple.appStoreID = "42"
      $0.apple.fallback = "https://e.example/f"
      $0.desktop.fallback = "https://e.example/d"
      $0.skipPage = true
    },
  ]

  static let others: [DecisionCase] = [
    .init("Mac", UserAgents.iPadAsMac, "302 https://e.example/p", .leadsToURL, also: [.mayBeIPad]),
    .init(
      "desktop fallback", UserAgents.linuxFirefox, "302 https://e.example/d",
      .leadsToDesktopFallback
    ) { $0.desktop.fallback = "https://e.example/d" },
    .init(
      "desktop fallback with query and campaign", UserAgents.linuxFirefox, query: "a=b&c=d",
      "302 https://e.example/d?a=0&c=d&utm_source=s", .leadsToDesktopFallback
    ) {
      $0.desktop.fallback = "https://e.example/d?a=0"
      $0.campaign.items = [("utm_source", "s"), ("ct", "c")]
    },
    .init("unknown ignores Apple and Android", "curl/8", "302 https://e.example/p", .leadsToURL) {
      $0.apple.appStoreID = "42"
      $0.android.packageName = "com.e.app"
    },
  ]
}
