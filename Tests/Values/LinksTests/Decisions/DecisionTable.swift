import Links

private let windows = UserAgents.windows
private let iPhone = UserAgents.iPhoneSafari
private let chrome = UserAgents.androidChrome
private let firefox = UserAgents.androidFirefox

private let e = "https://e.example"
private let play = "https://play.google.com/store/apps/details?id=com.e.app&referrer="
private let referrer = "link%3Dhttps%253A%252F%252Fe.example%252Fp"
private let intentStart = "intent://e.example/p#Intent;scheme=https;package=com.e.app;"
private let fallbackStart = "S.browser_fallback_url="

private let password = #""password": {"hash": "h"}"#
private let store = #""apple": {"appStoreID": "42"}"#
private let package = #""android": {"packageName": "com.e.app"}"#
private let ways = #""apple": {"fallback": "\#(e)/f", "ipadFallback": "\#(e)/t"}"#

enum DecisionTable {
  static let now = Timestamp(secondsSinceEpoch: 1_795_224_669)
  private static let before = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - 1)
  private static let after = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 1)
  private static let apps = "https://apps.apple.com/app/id42"

  static let life: [DecisionCase] = [
    .init("plain", windows, "302 \(e)/p", .leadsToURL),
    .init("own status", windows, link: #""status": 308"#, "308 \(e)/p", .leadsToURL),
    .init(
      "not yet", windows, link: #""notBefore": "\#(after)""#, "not-found", .notYetValid(after)),
    .init(
      "not yet comes before archived", windows,
      link: #""notBefore": "\#(after)", "archived": true"#,
      "not-found", .notYetValid(after)),
    .init("archived", windows, link: #""archived": true"#, "gone", .archived),
    .init(
      "expired", windows, link: #""archived": true, "expires": "\#(now)""#, "gone", .expired(now),
      also: [.archived]),
    .init(
      "expired with a way out", windows,
      link: #""expires": "\#(before)", "expiredURL": "\#(e)/over", "status": 308"#,
      "302 \(e)/over", .leadsToExpiredURL, also: [.expired(before)]),
    .init(
      "clicks left", windows, clicks: 2, link: #""maxClicks": 3"#, "302 \(e)/p", .leadsToURL),
    .init(
      "clicks used up", windows, clicks: 3, link: #""maxClicks": 3"#, "gone", .clicksUsedUp(3)),
    .init(
      "the end comes before the password", windows, link: #""archived": true, "# + password, "gone",
      .archived),
    .init("password", windows, link: password, "password", .asksPassword),
    .init(
      "password comes before the explanation", windows, query: "d=1", link: password, "password",
      .asksPassword),
    .init(
      "password comes before the preview", UserAgents.facebookBot,
      link: #""social": {"title": "t"}, "# + password, "password", .asksPassword),
    .init(
      "password given", windows, verified: true, link: password, "302 \(e)/p", .leadsToURL,
      also: [.passwordGiven]),
    .init("explanation", iPhone, query: "a=b&d=1", "explanation", .explanationAsked),
    .init("another d", windows, query: "d=10", "302 \(e)/p?d=10", .leadsToURL),
    .init(
      "preview", UserAgents.slackBot, link: #""social": {"image": "\#(e)/i.png"}"#,
      "preview \(e)/p", .previewBot(.slack)),
    .init(
      "preview without tags", UserAgents.slackBot, "302 \(e)/p", .leadsToURL,
      also: [.previewWithoutTags(.slack)]),
    .init(
      "a crawler is led on", UserAgents.googlebot, link: #""social": {"title": "t"}"#,
      "302 \(e)/p", .leadsToURL),
  ]

  static let apple: [DecisionCase] = [
    .init("iPhone", iPhone, "302 \(e)/p", .leadsToURL, also: [.platform(.iPhone)]),
    .init(
      "iPhone, store", iPhone, link: store, "page \(e)/p | \(apps) | \(e)/p", .showsPage,
      also: [.linkNamesStoreOrFallback]),
    .init(
      "iPhone, fallback", iPhone, link: #""apple": {"fallback": "\#(e)/f"}"#,
      "page \(e)/p | - | \(e)/f", .showsPage),
    .init(
      "iPad, its own fallback", UserAgents.iPad, link: ways, "page \(e)/p | - | \(e)/t",
      .showsPage),
    .init(
      "iPhone, in an app", UserAgents.iPhoneInstagram, query: "a=b",
      "page \(e)/p?a=b | - | \(e)/p?a=b", .showsPage, also: [.inAppBrowser(.instagram)]),
    .init(
      "iPhone, no page", UserAgents.iPhoneInstagram, link: #""skipPage": true"#, "302 \(e)/p",
      .leadsToURL, also: [.skipsPage]),
    .init(
      "iPhone, no page, store", iPhone,
      link: #""skipPage": true, "campaign": {"utm_source": "s", "at": "a&b", "ct": "c", "#
        + #""mt": "8", "pt": "9"}, "# + store,
      "302 \(apps)?at=a%26b&ct=c&mt=8&pt=9", .leadsToAppStore),
    .init(
      "iPhone, no page, fallback", iPhone,
      link: #""skipPage": true, "apple": {"appStoreID": "42", "fallback": "\#(e)/f", "#
        + #""ipadFallback": "\#(e)/t"}"#,
      "302 \(e)/f", .leadsToAppleFallback),
    .init(
      "iPhone, no page, fallback with campaign", iPhone, query: "a=b",
      link: #""skipPage": true, "campaign": {"utm_source": "s"}, "apple": {"fallback": "\#(e)/f"}"#,
      "302 \(e)/f?a=b&utm_source=s", .leadsToAppleFallback),
    .init(
      "iPad, no page, its own fallback", UserAgents.iPad, link: #""skipPage": true, "# + ways,
      "302 \(e)/t", .leadsToIPadFallback),
    .init(
      "iPhone ignores Android and desktop", iPhone,
      link: #""android": {"packageName": "com.e.app", "fallback": "\#(e)/f"}, "#
        + #""desktop": {"fallback": "\#(e)/d"}"#,
      "302 \(e)/p", .leadsToURL),
  ]

  static let android: [DecisionCase] = [
    .init("Chrome, nothing known", chrome, "302 \(e)/p", .leadsToURL, also: [.noPackageKnown]),
    .init(
      "Chrome, package", chrome, link: package,
      "302 \(intentStart)\(fallbackStart)https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails"
        + "%3Fid%3Dcom.e.app%26referrer%3Dlink%253Dhttps%25253A%25252F%25252Fe.example%25252Fp;end",
      .leadsToIntent),
    .init(
      "Chrome, package and fallback", chrome,
      link: #""android": {"packageName": "com.e.app", "fallback": "\#(e)/f?a"}"#,
      "302 \(intentStart)\(fallbackStart)https%3A%2F%2Fe.example%2Ff%3Fa;end", .leadsToIntent),
    .init(
      "Chrome, fallback alone", chrome, link: #""android": {"fallback": "\#(e)/f"}"#,
      "302 \(e)/f", .leadsToAndroidFallback),
    .init(
      "Firefox, fallback with query", firefox, query: "a=b",
      link: #""android": {"fallback": "\#(e)/f"}"#, "302 \(e)/f?a=b", .leadsToAndroidFallback),
    .init(
      "Firefox, package", firefox, link: package, "page \(e)/p | \(play)\(referrer) | \(e)/p",
      .showsPage, also: [.browserWithoutIntents]),
    .init(
      "Firefox, campaign", firefox,
      link: #""campaign": {"utm_source": "a b", "pt": "9"}, "# + package,
      "page \(e)/p?utm_source=a%20b | "
        + "\(play)link%3Dhttps%253A%252F%252Fe.example%252Fp%253Futm_source%253Da%252520b"
        + "%26utm_source%3Da%2520b | \(e)/p?utm_source=a%20b", .showsPage),
    .init(
      "in an app, package", UserAgents.androidTikTok, link: package,
      "page \(e)/p | \(play)\(referrer) | \(e)/p", .showsPage, also: [.inAppBrowser(.tiktok)]),
    .init(
      "in an app, no page, package", UserAgents.androidTikTok,
      link: #""skipPage": true, "# + package, "302 \(play)\(referrer)", .leadsToPlayStore,
      also: [.inAppBrowser(.tiktok), .skipsPage]),
    .init(
      "Samsung, package and fallback", UserAgents.androidSamsung,
      link: #""android": {"packageName": "com.e.app", "fallback": "\#(e)/f"}"#,
      "page \(e)/p | \(play)\(referrer) | \(e)/f", .showsPage),
    .init(
      "Android ignores Apple and desktop", chrome,
      link: #""skipPage": true, "apple": {"appStoreID": "42", "fallback": "\#(e)/f"}, "#
        + #""desktop": {"fallback": "\#(e)/d"}"#,
      "302 \(e)/p", .leadsToURL),
  ]

  static let others: [DecisionCase] = [
    .init("Mac", UserAgents.iPadAsMac, "302 \(e)/p", .leadsToURL, also: [.mayBeIPad]),
    .init(
      "desktop fallback", UserAgents.linuxFirefox, link: #""desktop": {"fallback": "\#(e)/d"}"#,
      "302 \(e)/d", .leadsToDesktopFallback),
    .init(
      "desktop fallback with query and campaign", UserAgents.linuxFirefox, query: "a=b&c=d",
      link: #""desktop": {"fallback": "\#(e)/d?a=0"}, "campaign": {"utm_source": "s", "ct": "c"}"#,
      "302 \(e)/d?a=0&c=d&utm_source=s", .leadsToDesktopFallback),
    .init(
      "unknown ignores Apple and Android", "curl/8", link: "\(store), \(package)", "302 \(e)/p",
      .leadsToURL),
  ]
}
