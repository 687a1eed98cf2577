/// The facts that the `User-Agent` field of a visit reveals.
package struct UserAgent: Equatable, Sendable {
  package var platform = Platform.unknown
  package var browser = Browser.other
  /// The app whose built-in browser this is; nil for a browser of its own.
  package var inAppBrowser: InAppBrowser?
  /// The service that fetches the link to show a preview of it; nil for anything else.
  package var previewBot: PreviewBot?
  /// Whether this is a program: a preview service, a search engine or a crawler.
  package var isBot = false

  package init() {}

  /// A system, as statistics name it: in lower case what rules call it.
  package enum Platform: String, CaseIterable, Sendable {
    case iPhone = "iphone"
    case iPad = "ipad"
    case android
    /// Includes iPads that request desktop pages, as they do by default: both send the same text.
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
    /// A web view of an app that does not identify itself.
    case unnamed
  }

  /// A service that fetches links to show previews of them.
  package enum PreviewBot: String, CaseIterable, Sendable {
    case facebook, x, linkedin, slack, discord, telegram, whatsapp, skypeAndTeams, pinterest
    case reddit, apple, iframely, embedly, vk, mastodon, pleroma, misskey, bluesky, viber, line
    case kakaotalk, naver, snapchat, mattermost, rocketChat, notion, tumblr, flipboard, xing
    case bitly, hatena, yahooLinkPreview, zoom, synapse, nextcloud, quora, weChat, lark
    case lemmy, friendica, goToSocial, peerTube, pixelfed, wordPress, mobilizon, bookWyrm, snac
    case discourse
    case googleRenderer, gmailProxy, yahooMailProxy

    /// The name as the service writes it.
    package var name: String {
      switch self {
      case .linkedin: "LinkedIn"
      case .whatsapp: "WhatsApp"
      case .skypeAndTeams: "Microsoft Teams"
      case .vk, .line, .xing: rawValue.uppercased()
      case .kakaotalk: "KakaoTalk"
      case .rocketChat: "Rocket.Chat"
      case .yahooLinkPreview: "Yahoo"
      case .googleRenderer: "Google"
      case .gmailProxy: "Gmail"
      case .yahooMailProxy: "Yahoo Mail"
      default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
      }
    }
  }
}

extension UserAgent.Platform {
  /// The name in rules.
  package var name: String {
    switch self {
    case .iPhone: "iPhone"
    case .iPad: "iPad"
    case .android: "Android"
    case .macOS: "macOS"
    case .windows: "Windows"
    case .linux: "Linux"
    case .chromeOS: "ChromeOS"
    case .unknown: rawValue
    }
  }

  /// Reads a name case-insensitively; nil for any other text.
  package init?(named text: String) { self.init(rawValue: text.lowercased()) }

  /// The name that people know; nil for an unknown system.
  package var productName: String? { self == .unknown ? nil : name }
}

extension UserAgent.Browser {
  /// The name that people know; nil for an unknown browser.
  package var productName: String? {
    switch self {
    case .other: nil
    case .samsungInternet: "Samsung Internet"
    case .duckDuckGo: "DuckDuckGo"
    case .ucBrowser: "UC Browser"
    case .googleApp: "Google"
    case .miui: "Mi Browser"
    case .safari, .chrome, .firefox, .edge, .opera, .yandex, .vivaldi, .huawei:
      rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }
}
