/// What the `User-Agent` field of a visit gives away.
package struct UserAgent: Equatable, Sendable {
  package var platform = Platform.unknown
  package var browser = Browser.other
  /// The app whose built-in browser this is; nil for a browser of its own.
  package var inAppBrowser: InAppBrowser?
  /// The service that fetches the link to show a preview of it; nil for everything else.
  package var previewBot: PreviewBot?
  /// Whether this is no person: a preview, a search engine, a crawler.
  package var isBot = false

  package init() {}

  package enum Platform: String, CaseIterable, Sendable {
    case iPhone = "iphone"
    case iPad = "ipad"
    case android
    /// Also iPads that ask for desktop pages, as they do by default: both send the same text.
    case macOS = "macos"
    case windows
    case linux
    case chromeOS = "chromeos"
    case unknown = "other"

    package var isApple: Bool { self == .iPhone || self == .iPad }
  }

  package enum Browser: String, CaseIterable, Sendable {
    case safari, chrome, firefox, edge, opera, other
    case samsungInternet = "samsung-internet"
    case duckDuckGo = "duckduckgo"
    case yandex, vivaldi, huawei, miui
    case ucBrowser = "uc-browser"
    /// The app of Google Search, which shows pages itself.
    case googleApp = "google-app"

    /// Whether a redirect to an `intent:` URL opens an app.
    package var followsIntents: Bool { self == .chrome || self == .edge }
  }

  package enum InAppBrowser: String, CaseIterable, Sendable {
    case facebook, messenger, instagram, threads, x, line, tiktok, wechat, gmail, slack, snapchat
    case linkedin, pinterest, kakaotalk, naver, reddit, discord, telegram, teams, yahooJapan, weibo
    case qq, googleApp
    /// A web view of an app that does not say which.
    case unnamed
  }

  /// Services that fetch a link to show what it leads to.
  package enum PreviewBot: String, CaseIterable, Sendable {
    case facebook, x, linkedin, slack, discord, telegram, whatsapp, skypeAndTeams, pinterest
    case reddit, apple, iframely, embedly, vk, mastodon, pleroma, misskey, bluesky, viber, line
    case kakaotalk, naver, snapchat, mattermost, rocketChat, notion, tumblr, flipboard, xing
    case bitly, hatena, yahooLinkPreview, zoom, synapse, nextcloud, quora, weChat, lark
  }
}
