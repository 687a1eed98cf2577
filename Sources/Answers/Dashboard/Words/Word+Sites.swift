/// The texts about sites and what visitors get.
extension Word {
  static let afterTap = Word("After a tap", "タップしたとき")
  static let allChecks = Word("All checks", "すべての検査")
  static let allSystems = Word("On all systems", "すべての OS では")
  static let mostFrequentOutcome = Word(
    "Rules divide the visits of this link; the table shows what most of them get.",
    "このリンクの訪問はルールで分けられます。表は最も多い場合の結果です。")
  static func orLater(_ system: String) -> Word {
    Word("\(system) or later", "\(system) 以降")
  }
  static let androidAnotherBrowser = Word("Android, another browser", "Android、その他のブラウザ")
  static let androidChrome = Word("Android, Chrome", "Android、Chrome")
  static let androidInAnotherAppsBrowser = Word(
    "Android, in another app’s browser", "Android、アプリ内ブラウザ")
  static let anotherApp = Word("Another app", "ほかのアプリ")
  static let anotherAppsBrowser = Word("Another app’s browser", "ほかのアプリ内ブラウザ")
  static let app = Word("App", "アプリ")
  static let associationFiles = Word("Association files", "関連付けファイル")
  static let banner = Word("The page’s banner", "ページのバナー")
  static let chatsFollow = Word(
    "Chat apps follow the link and show the preview of its destination; a title or picture under “Preview in other apps” gives the link its own.",
    "チャットアプリはリンクをたどり、リンク先のプレビューを表示します。「ほかのアプリでのプレビュー」で独自の見出しや画像を付けられます。")
  static let inChats = Word("In chat apps", "チャットアプリでは")
  static let theAppOrElse = Word("The app, or else", "アプリが開く。なければ")
  static let check = Word("Check", "検査")
  static let chrome = Word("Chrome", "Chrome")
  static let desktop = Word("Desktop", "デスクトップ")
  static let doubtful = Word("Warning", "要確認")
  static let explain = Word("Explain", "説明する")
  static let explainOneTap = Word("Why? Explain one tap step by step", "なぜ？ 一つのタップを順に説明")
  static let explanationPage = Word("An explanation", "説明")
  static let explanationTitle = Word("What happens", "起こること")
  static let findings = Word("Findings", "指摘")
  static let gone = Word("Gone", "終了（410）")
  static func hostBeingExamined(_ host: String) -> Word {
    Word(
      "\(host) is being checked. This page updates by itself.",
      "\(host) を検査しています。このページは自動で進みます。")
  }
  static let inBrowser = Word("In a browser", "ブラウザでは")
  static let inOrder = Word("OK", "正常")
  static let asConfigured = Word("As configured", "設定どおり")
  static let bothAppsInstalled = Word("Both apps", "新旧どちらも")
  static let installed = Word("Installed", "インストール済み")
  static let ipad = Word("iPad", "iPad")
  static let iphoneInAnotherAppsBrowser = Word(
    "iPhone, in another app’s browser", "iPhone、アプリ内ブラウザ")
  static let iphoneSafari = Word("iPhone, Safari", "iPhone、Safari")
  static let lookNow = Word("Check now", "今すぐ検査")
  static let lookedAt = Word("Checked", "検査日時")
  static let mail = Word("Mail", "メール")
  static let messages = Word("Messages", "メッセージ")
  static let lifecycle = Word("Lifecycle", "ライフサイクル")
  static let newAppInstalled = Word("Only the new app", "新しいアプリだけ")
  static let newestSystems = Word("On the newest systems", "最新の OS では")
  static let noFindings = Word("The configuration has no errors or warnings.", "設定にエラーや警告はありません。")
  static let noSites = Word("There is no site that you may see.", "見られるサイトがありません。")
  static let notExamined = Word("This host has not been checked yet.", "このホストはまだ検査されていません。")
  static let oldAppInstalled = Word("Only the old app", "古いアプリだけ")
  static let notInstalled = Word("Not installed", "未インストール")
  static let notServed = Word("not served", "配信なし")
  static let notes = Word("Notes", "メモ")
  static let ownApp = Word("The app itself", "そのアプリ自身")
  static let pageInSafari = Word("A page in Safari", "Safari のページ")
  static let pageOfSameHost = Word("A page of the same host", "同じホストのページ")
  static let pageWithButtonsTo = Word(
    "A page with buttons: app, store, and on to", "アプリ・ストアのボタンがあるページ、その先は")
  static let passwordQuestion = Word("A password prompt", "パスワードの入力")
  static let previewOf = Word("A preview of", "プレビュー →")
  static let previewService = Word("A service that shows previews", "プレビューを表示するサービス")
  static let qrCode = Word("QR code, camera", "QR コード（カメラ）")
  static let redirectTap = Word("A redirect", "リダイレクト")
  static func redirectTo(_ status: String) -> Word {
    Word("Redirect (\(status)) to", "リダイレクト（\(status)）→")
  }
  static let resultApp = Word("Opens the app", "アプリが開く")
  static let resultAppWithoutScreen = Word("Opens the app, no screen", "アプリが開く（画面なし）")
  static let resultGone = Word("Gone", "終了")
  static let resultNotFound = Word("Not found", "なし")
  static let resultSite = Word("Website", "Web サイト")
  static func routeCount(_ count: Int) -> Word {
    Word("\(Self.count(count, "route"))", "ルート \(PageNumber.text(count))\u{A0}件")
  }
  static let routesIntroduction = Word("The first matching route decides.", "最初に当てはまるものが決めます。")
  static let routesTitle = Word("Routes", "ルート")
  static let screen = Word("Screen", "画面")
  static let searchResult = Word("A search result", "検索結果")
  static let seenFromOutside = Word("Seen from outside", "外からの検査")
  static func shortLinksAt(_ prefix: String) -> Word {
    Word("Short links at \(prefix)", "短縮リンク：\(prefix)")
  }
  static let skipped = Word("Skipped", "省略")
  static let staysInTheBrowser = Word("Stays in the browser", "ブラウザのまま")
  static let system = Word("System", "OS")
  static let tappedIn = Word("Tapped in", "タップした場所")
  static let tryURL = Word("Try a URL", "URL を試す")
  static let typedAddress = Word("Typed address", "アドレス入力")
  static let verdict = Word("Verdict", "判定")
  static let visitorsTitle = Word("What each visitor gets", "訪問者ごとの行き先")
  static let withApp = Word("with the app", "アプリあり")
  static let withoutApp = Word("without the app", "アプリなし")
  static let wrong = Word("Failed", "異常")
  static func notURL(_ text: String) -> Word {
    Word(
      "‘\(text.prefix(200))’ is not a URL such as https://www.example.com/article/42.",
      "「\(text.prefix(200))」は URL ではありません。https://www.example.com/article/42 のように入力してください。")
  }
  static let resultFile = Word("File", "ファイル")
  static let resultLoop = Word("Endless redirects", "リダイレクトの循環")
  static let resultNoLaunch = Word("App does not launch", "アプリが起動しない")
}
