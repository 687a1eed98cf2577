import Links

/// The words of the debug page, except its reasons.
struct ExplanationStrings: Sendable {
  let title: String
  let visitor: String
  let system: String
  let browser: String
  let inApp: String
  let bot: String
  let unknown: String
  let unnamedApp: String
  let otherBot: String
  let outcome: String
  let ignored: String
  let everybody: String
  let link: String
  let clicks: String
  let steps: String
  /// `%@` stands for the name of the app.
  let opensApp: String
  let staysInBrowser: String
  /// The steps themselves are in English.
  let showsSteps: Bool
  let notFound: String
  let gone: String
  let password: String
  let explanation: String
  let preview: String
  let landing: String
  /// `%@` stands for the status code.
  let redirect: String
  let open: String
  let store: String
  let web: String
  let visitors: [Decision.Visitor: String]

  func redirect(_ status: Int) -> String {
    redirect.replacing("%@", with: String(status))
  }

  func name(of visitor: Decision.Visitor) -> String {
    visitors[visitor] ?? visitor.rawValue
  }

  /// The strings for a BCP 47 tag; English for languages without a translation.
  static func strings(for language: String) -> ExplanationStrings {
    PageStrings.isJapanese(language) ? japanese : english
  }

  private static let english = ExplanationStrings(
    title: "What this link does",
    visitor: "You",
    system: "System",
    browser: "Browser",
    inApp: "Inside the app",
    bot: "Program",
    unknown: "unknown",
    unnamedApp: "an app that gives no name",
    otherBot: "a crawler",
    outcome: "What you would get",
    ignored: "Without effect",
    everybody: "What everybody gets",
    link: "The link",
    clicks: "clicks so far",
    steps: "Step by step",
    opensApp: "The app %@ opens.",
    staysInBrowser: "The link stays in the browser.",
    showsSteps: true,
    notFound: "Not found (404)",
    gone: "Gone (410)",
    password: "Asks for the password",
    explanation: "Shows this page",
    preview: "Shows a preview of",
    landing: "Shows a page that leads on",
    redirect: "Redirects (%@) to",
    open: "App",
    store: "Store",
    web: "Browser",
    visitors: [
      .iPhone: "iPhone, Safari",
      .iPhoneInApp: "iPhone, inside another app",
      .iPad: "iPad, Safari",
      .androidChrome: "Android, Chrome",
      .androidOther: "Android, another browser",
      .desktop: "Desktop",
      .preview: "Services that show previews",
    ])

  private static let japanese = ExplanationStrings(
    title: "このリンクの動作",
    visitor: "あなたの環境",
    system: "システム",
    browser: "ブラウザ",
    inApp: "表示しているアプリ",
    bot: "プログラム",
    unknown: "不明",
    unnamedApp: "名前のわからないアプリ",
    otherBot: "クローラー",
    outcome: "あなたの場合の結果",
    ignored: "無視される内容",
    everybody: "環境ごとの結果",
    link: "リンクの内容",
    clicks: "これまでのクリック数",
    steps: "リンクをタップした場合",
    opensApp: "アプリ「%@」が開きます。",
    staysInBrowser: "ブラウザで開きます。",
    showsSteps: false,
    notFound: "見つかりません（404）",
    gone: "終了しました（410）",
    password: "パスワードを求めます",
    explanation: "このページを表示します",
    preview: "プレビューを表示します：",
    landing: "案内ページを表示します",
    redirect: "転送します（%@）：",
    open: "アプリ",
    store: "ストア",
    web: "ブラウザ",
    visitors: [
      .iPhone: "iPhone（Safari）",
      .iPhoneInApp: "iPhone（アプリ内ブラウザ）",
      .iPad: "iPad（Safari）",
      .androidChrome: "Android（Chrome）",
      .androidOther: "Android（その他のブラウザ）",
      .desktop: "パソコン",
      .preview: "プレビューを表示するサービス",
    ])
}
