/// Keiro's own words on pages.
struct PageStrings: Sendable {
  /// `%@` stands for the name of the app.
  let openIn: String
  /// For an app without a known name.
  let openInApp: String
  let appStore: String
  let playStore: String
  let notFoundTitle: String
  let notFoundText: String
  let goneTitle: String
  let goneText: String
  let badRequestTitle: String
  let badRequestText: String
  let foreignLinkTitle: String
  let foreignLinkText: String
  let unavailableTitle: String
  let unavailableText: String
  let busyText: String
  let continueInBrowser: String
  /// `%@` stands for a host.
  let leadsTo: String
  let passwordTitle: String
  let passwordText: String
  let passwordWrong: String
  let passwordLabel: String
  let passwordSubmit: String
  let tooManyTitle: String
  let tooManyText: String
  let tryAgain: String
  /// `%@` stands for the name of the site.
  let homeOf: String
  /// For a site without a name.
  let home: String
  /// `%@` stands for the name of the app.
  let scanFor: String
  let codeLabel: String

  /// - Parameter name: nil for an app without a known name.
  func openIn(_ name: String?) -> String {
    name.map { openIn.replacing("%@", with: $0) } ?? openInApp
  }

  /// - Parameter name: nil for a site without a name.
  func home(_ name: String?) -> String {
    name.map { homeOf.replacing("%@", with: $0) } ?? home
  }

  func scan(for name: String) -> String {
    scanFor.replacing("%@", with: name)
  }

  /// - Parameter host: as HTML.
  func leadsTo(html host: String) -> String {
    leadsTo.replacing("%@", with: host)
  }

  /// The strings for a BCP 47 tag; English for languages without a translation.
  static func strings(for language: String) -> PageStrings {
    isJapanese(language) ? japanese : english
  }

  static func isJapanese(_ language: String) -> Bool {
    language.lowercased().split(separator: "-").first == "ja"
  }

  private static let english = PageStrings(
    openIn: "Open in %@",
    openInApp: "Open in the app",
    appStore: "Get it on the App Store",
    playStore: "Get it on Google Play",
    notFoundTitle: "Page not found",
    notFoundText: "There is nothing at this address. The link may be mistyped or incomplete.",
    goneTitle: "This link has ended",
    goneText: "The link was valid once and leads nowhere any more.",
    badRequestTitle: "This address cannot be read",
    badRequestText: "The link holds characters that no address can hold.",
    foreignLinkTitle: "This link leads nowhere",
    foreignLinkText: "The link names no destination, or one that this site does not lead to.",
    unavailableTitle: "Please try again",
    unavailableText: "The link could not be looked up just now. Try again in a moment.",
    busyText: "Too many people ask for this right now. Try again in a moment.",
    continueInBrowser: "Continue in the browser",
    leadsTo: "This link leads to %@.",
    passwordTitle: "This link is protected",
    passwordText: "Enter the password to follow it.",
    passwordWrong: "That password is not right.",
    passwordLabel: "Password",
    passwordSubmit: "Continue",
    tooManyTitle: "Too many attempts",
    tooManyText: "Please wait a minute and try again.",
    tryAgain: "Try again",
    homeOf: "Go to %@",
    home: "Go to the start page",
    scanFor: "Scan with your phone to open this in %@",
    codeLabel: "QR code of this page")

  private static let japanese = PageStrings(
    openIn: "%@で開く",
    openInApp: "アプリで開く",
    appStore: "App Storeで入手",
    playStore: "Google Playで入手",
    notFoundTitle: "ページが見つかりません",
    notFoundText: "このアドレスには何もありません。リンクが途中で切れているか、誤っている可能性があります。",
    goneTitle: "このリンクは終了しました",
    goneText: "このリンクは以前は有効でしたが、現在は利用できません。",
    badRequestTitle: "アドレスを読み取れません",
    badRequestText: "リンクに使用できない文字が含まれています。",
    foreignLinkTitle: "リンク先を開けません",
    foreignLinkText: "リンク先が指定されていないか、このサイトからは開けないアドレスです。",
    unavailableTitle: "もう一度お試しください",
    unavailableText: "リンクを確認できませんでした。しばらくしてから、もう一度お試しください。",
    busyText: "アクセスが集中しています。しばらくしてから、もう一度お試しください。",
    continueInBrowser: "ブラウザで続ける",
    leadsTo: "リンク先：%@",
    passwordTitle: "このリンクは保護されています",
    passwordText: "続けるにはパスワードを入力してください。",
    passwordWrong: "パスワードが違います。",
    passwordLabel: "パスワード",
    passwordSubmit: "続ける",
    tooManyTitle: "試行回数が多すぎます",
    tooManyText: "1分ほど待ってから、もう一度お試しください。",
    tryAgain: "もう一度試す",
    homeOf: "%@のトップへ",
    home: "トップページへ",
    scanFor: "スマートフォンで読み取ると、%@で開けます",
    codeLabel: "このページのQRコード")
}
