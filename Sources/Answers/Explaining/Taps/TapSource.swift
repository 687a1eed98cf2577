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
  package var phrase: String {
    switch self {
    case .messages: "a tap in Messages"
    case .mail: "a tap in Mail"
    case .notes: "a tap in Notes"
    case .otherApp: "a tap in another app"
    case .safari: "a tap on a page of another site in Safari"
    case .searchResult: "a tap on a search result"
    case .sameSite: "a tap on a page of the same host"
    case .typed: "a typed address"
    case .qr: "a QR code in the camera"
    case .inAppBrowser: "a page in the browser of another app"
    case .chrome: "a tap in Chrome"
    case .ownApp: "the app opens its own link"
    case .redirect: "a redirect"
    case .banner: "a tap on the page's Smart App Banner"
    case .wallet: "a tap in Wallet"
    case .appClip: "an invocation of the App Clip"
    case .nfc: "an NFC tag"
    case .spotlight: "a result of Spotlight"
    case .widget: "a tap on the app's widget"
    case .handoff: "a page continued by Handoff"
    }
  }

  var phraseInJapanese: String {
    switch self {
    case .messages: "「メッセージ」でのタップ"
    case .mail: "「メール」でのタップ"
    case .notes: "「メモ」でのタップ"
    case .otherApp: "ほかのアプリでのタップ"
    case .safari: "Safari でほかのサイトのページからのタップ"
    case .searchResult: "検索結果のタップ"
    case .sameSite: "同じホストのページからのタップ"
    case .typed: "入力したアドレス"
    case .qr: "カメラで読み取った QR コード"
    case .inAppBrowser: "アプリ内ブラウザのページ"
    case .chrome: "Chrome でのタップ"
    case .ownApp: "アプリ自身が開くリンク"
    case .redirect: "リダイレクト"
    case .banner: "ページの Smart App Banner のタップ"
    case .wallet: "「ウォレット」でのタップ"
    case .appClip: "App Clip の呼び出し"
    case .nfc: "NFC タグ"
    case .spotlight: "Spotlight の結果"
    case .widget: "アプリのウィジェットのタップ"
    case .handoff: "Handoff で引き継いだページ"
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
