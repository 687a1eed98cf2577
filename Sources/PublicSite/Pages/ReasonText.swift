import Links

/// The reasons of decisions in the language of a page, where a translation exists.
struct ReasonText {
  let language: String

  func sentences(_ reasons: [Decision.Reason]) -> (texts: [String], isEnglish: Bool) {
    PageStrings.isJapanese(language)
      ? (reasons.map(Self.japanese), false) : (reasons.map(\.sentence), true)
  }

  /// Whether English sentences are on a page in another language, and have to be marked.
  var marksEnglish: Bool { !language.lowercased().hasPrefix("en") }

  private static func japanese(_ reason: Decision.Reason) -> String {
    switch reason {
    case .slugIsUnknown: "このスラッグのリンクはありません"
    case .notYetValid(let time): "リンクの開始は\(time)です"
    case .archived: "リンクはアーカイブされています"
    case .expired(let time): "リンクの期限（\(time)）が切れています"
    case .clicksUsedUp(let count): "リンクのクリック数の上限（\(count)）に達しています"
    case .leadsToExpiredURL: "終了後の行き先は'expiredURL'です"
    case .asksPassword: "リンクにパスワードが設定されています"
    case .passwordGiven: "パスワードは確認済みです"
    case .explanationAsked: "'d=1'または'+'で動作の説明が求められています"
    case .previewBot(let bot): "\(bot)がプレビューを取得しており、リンクにsocialの設定があります"
    case .previewWithoutTags(let bot):
      "\(bot)がプレビューを取得していますが、リンクにsocialの設定がないため、通常どおり案内します"
    case .platform(let platform):
      "アクセス元のシステムは\(AgentNames.platform(platform) ?? "不明")です"
    case .mayBeIPad:
      "デスクトップ用サイトを要求するiPad（初期設定）はMacと同じユーザーエージェントを送るため、区別できません"
    case .inAppBrowser(.unnamed): "アプリ内ブラウザではユニバーサルリンクがほとんど働きません"
    case .inAppBrowser(let app): "アプリ内ブラウザ（\(app)）ではユニバーサルリンクがほとんど働きません"
    case .skipsPage: "'skipPage'により案内ページを省きます"
    case .linkNamesStoreOrFallback: "リンクにApp Storeの番号かApple用の代替先があります"
    case .showsPage: "アプリ、ストア、ブラウザを選べる案内ページを表示します"
    case .leadsToAppleFallback: "アプリがない場合の行き先は'apple.fallback'です"
    case .leadsToIPadFallback: "iPadにアプリがない場合の行き先は'apple.ipadFallback'です"
    case .leadsToAppStore: "リンクにApp Storeの番号があり、代替先がありません"
    case .botWithoutApps: "クローラーはアプリを開かず、ストアにも進みません"
    case .noPackageKnown: "Androidのパッケージ名がわかりません"
    case .browserWithoutIntents: "'intent:'のURLでアプリを開けるのはChromeだけです"
    case .leadsToIntent: "Chromeがアプリを開き、なければ代替先に進みます"
    case .leadsToAndroidFallback: "アプリがない場合の行き先は'android.fallback'です"
    case .leadsToPlayStore: "リンクにパッケージ名があり、代替先がありません"
    case .leadsToDesktopFallback: "パソコンでの行き先は'desktop.fallback'です"
    case .leadsToURL: "行き先は'url'です"
    case .ruleDecides(let position, let share):
      "\(LinkRule.name(at: position))の条件に合うため、行き先は'url'ではなくこのルールのURLです"
        + (share.map { "（訪問の\($0)％）" } ?? "")
    case .noRuleHolds: "条件に合うルールはありません"
    case .destinationNotAllowed: "行き先のアドレスはこのサイトで許可されていません"
    }
  }
}
