import AppAssociation
package import JSONSyntax
package import LaunchRouting
package import Links
package import Platforms
package import SiteModel
import WebSyntax

/// The circumstances of a tap: everything apart from the URL that decides its outcome.
package struct TapContext: Equatable, Sendable {
  package var system: TapSystem
  package var installed: InstalledApps
  package var isInstalled: Bool {
    get { installed != .none }
    set { installed = newValue ? .both : .none }
  }
  /// The version of the installed app, for links that ask for one; nil when unknown.
  package var appVersion: AppVersion?
  package var state: AppState
  /// The lifecycle that the app is built with; nil to use the one in the configuration. iOS only.
  package var lifecycle: Lifecycle?
  /// The iOS version of the SDK that the app is built with; nil to use the one in the
  /// configuration.
  package var sdk: SystemVersion?
  package var source: TapSource
  /// The earlier choice of the person for the links of the host; nil when there was none.
  package var choice: TapChoice?
  /// Whether an earlier choice of the browser is documented to count for the tap.
  var heedsChoice: Bool { !system.isApple || source.heedsChoice }
  package var traits = VisitorTraits()
  /// Whether sentences call apps by their titles, as pages do, rather than by their keys.
  package var usesTitles = false
  /// Whether a visitor reads the explanation, who learns nothing of links that are closed to visitors.
  private(set) var isForVisitor = false

  /// Creates a tap, by default in Messages on the newest iOS with the app installed and not
  /// running.
  package init(
    system: TapSystem = .iOS(.newestIOS), isInstalled: Bool = true,
    appVersion: AppVersion? = nil, state: AppState = .notRunning, lifecycle: Lifecycle? = nil,
    source: TapSource = .messages
  ) {
    self.system = system
    installed = isInstalled ? .both : .none
    self.appVersion = appVersion
    self.state = state
    self.lifecycle = lifecycle
    self.source = source
  }
}

package enum TapSystem: Hashable, Sendable {
  case iOS(SystemVersion)
  case android(SystemVersion)
  case harmony(SystemVersion)

  package var isApple: Bool {
    if case .iOS = self { true } else { false }
  }

  package var version: SystemVersion {
    switch self {
    case .iOS(let version), .android(let version), .harmony(let version): version
    }
  }

  /// The platform in the table of releases.
  package var platform: Platform {
    switch self {
    case .iOS: .iOS
    case .android: .android
    case .harmony: .harmonyOS
    }
  }

  /// `ios`, `android` or `harmony`.
  package var word: String { platform.rawValue }
}

extension TapSystem: CustomStringConvertible {
  /// The name and version of the system, as in `iOS 17.0`.
  package var description: String { "\(platform.title) \(version)" }
}

extension TapContext {
  /// Creates a tap from what a server sees of a visitor: the system and the browser. The system
  /// version is assumed to be the newest, since browsers no longer report the true one.
  package init(visitor agent: UserAgent, traits: VisitorTraits = VisitorTraits()) {
    self.init()
    self.traits = traits
    isForVisitor = true
    if agent.platform == .android { system = .android(.newestAndroid) }
    if agent.inAppBrowser != nil {
      source = .inAppBrowser
    } else if agent.browser == .chrome {
      source = .chrome
    }
  }
}

/// The installed apps, when one app has succeeded another.
package enum InstalledApps: String, CaseIterable, Sendable {
  /// Only apps that have a successor.
  case old
  /// Only apps without a successor.
  case new
  case both
  case none

  /// - Parameter app: nil for an app that the configuration does not name.
  package func holds(_ app: AppDefinition?) -> Bool {
    switch self {
    case .both: true
    case .none: false
    case .old: app?.successor != nil
    case .new: app?.successor == nil
    }
  }
}

/// What people have chosen to open the links of a host with, which the system remembers.
package enum TapChoice: String, CaseIterable, Sendable {
  /// "Open in Safari", the breadcrumb of an older system, or Android's settings of the app.
  case browser
  /// The app, chosen again.
  case app
}

/// The version of an app: numbers with dots between them, compared number by number.
package struct AppVersion: Equatable, Comparable, Sendable {
  private let numbers: [Int]

  /// Nil unless the text is one to four numbers of at most ten digits with dots between them.
  package init?(_ text: String) {
    guard let numbers = VersionNumber.numbers(text, count: 4, digits: 10) else { return nil }
    self.numbers = numbers
  }

  /// Missing numbers count as zero.
  private var four: [Int] { numbers + Array(repeating: 0, count: 4 - numbers.count) }

  package static func < (left: AppVersion, right: AppVersion) -> Bool {
    left.four.lexicographicallyPrecedes(right.four)
  }

  package static func == (left: AppVersion, right: AppVersion) -> Bool { left.four == right.four }
}

extension AppVersion: CustomStringConvertible {
  package var description: String { numbers.map(String.init).joined(separator: ".") }
}

package enum TapSource: String, CaseIterable, Sendable {
  case messages, mail, notes
  case otherApp = "other-app"
  /// A link on a page of another host, in Safari.
  case safari
  case searchResult = "search-result"
  /// A link on a page of the host that the link leads to.
  case sameSite = "same-site"
  case typed
  case qr
  case inAppBrowser = "in-app-browser"
  case chrome
  case ownApp = "own-app"
  case redirect
  case banner
  case wallet
  /// An App Clip Code, or another invocation of the app's App Clip.
  case appClip = "app-clip"
  case nfc
  case spotlight
  case widget
  case handoff

  package var phrase: Sentence {
    switch self {
    case .messages: Sentence("a tap in Messages", "「メッセージ」でのタップ")
    case .mail: Sentence("a tap in Mail", "「メール」でのタップ")
    case .notes: Sentence("a tap in Notes", "「メモ」でのタップ")
    case .otherApp: Sentence("a tap in another app", "ほかのアプリでのタップ")
    case .safari: Sentence("a tap on a page of another site in Safari", "Safari でほかのサイトのページからのタップ")
    case .searchResult: Sentence("a tap on a search result", "検索結果のタップ")
    case .sameSite: Sentence("a tap on a page of the same host", "同じホストのページからのタップ")
    case .typed: Sentence("a typed address", "入力したアドレス")
    case .qr: Sentence("a QR code in the camera", "カメラで読み取った QR コード")
    case .inAppBrowser: Sentence("a page in the browser of another app", "アプリ内ブラウザのページ")
    case .chrome: Sentence("a tap in Chrome", "Chrome でのタップ")
    case .ownApp: Sentence("the app opens its own link", "アプリ自身が開くリンク")
    case .redirect: Sentence("a redirect", "リダイレクト")
    case .banner: Sentence("a tap on the page's Smart App Banner", "ページの Smart App Banner のタップ")
    case .wallet: Sentence("a tap in Wallet", "「ウォレット」でのタップ")
    case .appClip: Sentence("an invocation of the App Clip", "App Clip の呼び出し")
    case .nfc: Sentence("an NFC tag", "NFC タグ")
    case .spotlight: Sentence("a result of Spotlight", "Spotlight の結果")
    case .widget: Sentence("a tap on the app's widget", "アプリのウィジェットのタップ")
    case .handoff: Sentence("a page continued by Handoff", "Handoff で引き継いだページ")
    }
  }

  /// Whether the tap is a user gesture, which Chrome requires before it opens an app.
  var isGesture: Bool {
    switch self {
    case .typed, .redirect, .inAppBrowser, .banner, .appClip, .spotlight, .handoff: false
    default: true
    }
  }

  /// Whether Apple documents that an earlier choice of the browser counts for the tap.
  var heedsChoice: Bool {
    ![.banner, .widget, .wallet, .appClip, .nfc, .spotlight, .handoff].contains(self)
  }

  /// Whether Safari itself, the only browser with Smart App Banners, shows the page on iOS.
  func endsInSafari(on system: TapSystem) -> Bool {
    switch self {
    case .chrome, .inAppBrowser: false
    case .wallet: !system.version.has(.walletBrowser)
    default: true
    }
  }
}
