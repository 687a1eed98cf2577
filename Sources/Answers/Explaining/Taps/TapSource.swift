/// The source of a tap.
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
    }
  }
}
