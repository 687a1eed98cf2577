package import JSONSyntax
import Platforms

/// Where a link is tapped.
package enum TapSource: String, CaseIterable, Sendable {
  case messages, mail, notes
  case otherApp = "other-app"
  /// A link on a page of another host, in Safari.
  case safari
  /// The result page of a search engine, in Safari.
  case searchResult = "search-result"
  /// A link on a page of the host that the link leads to.
  case sameSite = "same-site"
  /// An address that was typed or pasted.
  case typed
  /// A QR code in the camera.
  case qr
  /// A browser built into an app.
  case inAppBrowser = "in-app-browser"
  case chrome
  /// The app itself opens its own URL.
  case ownApp = "own-app"
  /// A redirect from an address opened before.
  case redirect
  /// The Smart App Banner of the page at the URL.
  case banner
  /// A pass or a card in the wallet.
  case wallet
  /// An App Clip Code, or another invocation of the app's App Clip.
  case appClip = "app-clip"
  /// An NFC tag, read without an app.
  case nfc
  /// A result of Spotlight that has the URL.
  case spotlight
  /// A widget of the app that the URL leads to.
  case widget
  /// A page continued from the browser of another device.
  case handoff

  /// A description of the tap that can begin a sentence.
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
    case .typed, .redirect, .banner, .inAppBrowser: false
    default: !isOfApple
    }
  }

  /// Whether only Apple's systems have such taps.
  var isOfApple: Bool {
    [.banner, .appClip, .spotlight, .handoff].contains(self)
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
