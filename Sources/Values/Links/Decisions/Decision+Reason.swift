import JSONSyntax

extension Decision {
  /// An observation on the way to an outcome.
  package enum Reason: Equatable, Sendable {
    case slugIsUnknown
    case notYetValid(Timestamp)
    case archived
    case expired(Timestamp)
    case clicksUsedUp(Int)
    case leadsToExpiredURL
    case destinationNotAllowed(String)
    case valueMissing(String)
    case pathNotTaken
    case asksPassword
    case passwordGiven
    case explanationAsked
    case previewBot(UserAgent.PreviewBot)
    case previewWithoutTags(UserAgent.PreviewBot)
    case platform(UserAgent.Platform)
    case mayBeIPad
    case inAppBrowser(UserAgent.InAppBrowser)
    case skipsPage
    case linkNamesStoreOrFallback
    case showsPage
    case leadsToAppleFallback
    case leadsToIPadFallback
    case leadsToAppStore
    case botWithoutApps
    case noPackageKnown
    case browserWithoutIntents
    case leadsToIntent
    case leadsToAndroidFallback
    case leadsToPlayStore
    case leadsToDesktopFallback
    case leadsToURL
    case ruleDecides(Int, share: Int?)
    case noRuleHolds
  }
}

extension Decision.Reason: Wording {
  package var times: [String] {
    switch self {
    case .notYetValid(let time), .expired(let time): [time.description]
    default: []
    }
  }

  package var english: String {
    switch self {
    case .slugIsUnknown: "no link has this slug"
    case .notYetValid(let time): "the link begins at \(time)"
    case .archived: "the link is archived"
    case .expired(let time): "the link expired at \(time)"
    case .clicksUsedUp(let count): "the link's \(count) clicks are used up"
    case .leadsToExpiredURL: "'expiredURL' says where to go after the end"
    case .destinationNotAllowed(let fault): "the link may not lead to this address: \(fault)"
    case .valueMissing(let name): "the visit has no value for '{\(name)}' in the destination"
    case .pathNotTaken: "a value would put '.' or '..' into the destination's path"
    case .asksPassword: "the link asks for a password"
    case .passwordGiven: "the password was given"
    case .explanationAsked: "the way of the link is asked for with 'd=1' or '+'"
    case .previewBot(let bot): "\(bot.name) fetches a preview, and the link has social tags"
    case .previewWithoutTags(let bot):
      "\(bot.name) fetches a preview, but the link has no social tags: it is redirected like everybody"
    case .platform(.unknown): "the visitor's system is unknown"
    case .platform(let platform): "the visitor uses \(RulePlatform(platform).rawValue)"
    case .mayBeIPad:
      "an iPad that asks for desktop pages, as it does by default, sends the same user agent as "
        + "a Mac: the server cannot tell them apart"
    case .inAppBrowser(let app):
      "the browser is built into an app (\(app)), where universal links rarely open apps"
    case .skipsPage: "'skipPage' leaves the page out"
    case .linkNamesStoreOrFallback: "the link names an App Store number or an Apple fallback"
    case .showsPage: "a page offers the app, the store and the browser"
    case .leadsToAppleFallback: "'apple.fallback' says where to go without the app"
    case .leadsToIPadFallback: "'apple.ipadFallback' says where to go without the app on iPad"
    case .leadsToAppStore: "the link names an App Store number and no fallback"
    case .botWithoutApps: "a crawler opens no app and visits no store"
    case .noPackageKnown: "no Android package is known"
    case .browserWithoutIntents:
      "the browser opens apps by an 'intent:' URL from a tap alone, not from a redirect"
    case .leadsToIntent: "the browser opens the package's app, or goes on to the fallback"
    case .leadsToAndroidFallback: "'android.fallback' says where to go without the app"
    case .leadsToPlayStore: "the link names a package and no fallback"
    case .leadsToDesktopFallback: "'desktop.fallback' says where to go from a desktop"
    case .leadsToURL: "'url' says where the link leads"
    case .ruleDecides(let position, let share):
      "the condition of \(LinkRule.name(at: position)) holds, and its URL takes the place of "
        + "the link's own" + (share.map { ", for \($0) of a hundred visits" } ?? "")
    case .noRuleHolds: "the condition of no rule holds"
    }
  }

  package var japanese: String {
    switch self {
    case .slugIsUnknown: "このスラッグのリンクはありません"
    case .notYetValid(let time): "リンクの開始は\(time)です"
    case .archived: "リンクはアーカイブされています"
    case .expired(let time): "リンクの期限（\(time)）が切れています"
    case .clicksUsedUp(let count): "リンクのクリック数の上限（\(count)）に達しています"
    case .leadsToExpiredURL: "終了後の行き先へ進みます"
    case .valueMissing(let name): "行き先の「{\(name)}」に入る値がアクセスにありません"
    case .pathNotTaken: "値が行き先のパスで「.」や「..」のフォルダーになります"
    case .asksPassword: "リンクにパスワードが設定されています"
    case .passwordGiven: "パスワードは確認済みです"
    case .explanationAsked: "「d=1」または「+」で動作の説明が求められています"
    case .previewBot(let bot): "\(bot.name)がプレビューを取得するため、リンクのプレビュー用の内容を見せます"
    case .previewWithoutTags(let bot):
      "\(bot.name)がプレビューを取得しますが、リンクにプレビュー用の内容がないため、通常どおり案内します"
    case .platform(.unknown): "アクセス元のシステムは不明です"
    case .platform(let platform): "アクセス元のシステムは\(RulePlatform(platform).rawValue)です"
    case .mayBeIPad:
      "デスクトップ用サイトを要求するiPad（初期設定）はMacと同じユーザーエージェントを送るため、区別できません"
    case .inAppBrowser(.unnamed): "アプリ内ブラウザではユニバーサルリンクがほとんど働きません"
    case .inAppBrowser(let app): "アプリ内ブラウザ（\(app)）ではユニバーサルリンクがほとんど働きません"
    case .skipsPage: "案内ページを省く設定です"
    case .linkNamesStoreOrFallback: "リンクにApp Storeの番号かApple用の代替先があります"
    case .showsPage: "アプリ、ストア、ブラウザを選べる案内ページを表示します"
    case .leadsToAppleFallback: "アプリがない場合の行き先へ進みます"
    case .leadsToIPadFallback: "iPadにアプリがない場合の行き先へ進みます"
    case .leadsToAppStore: "リンクにApp Storeの番号があり、代替先がありません"
    case .botWithoutApps: "クローラーはアプリを開かず、ストアにも進みません"
    case .noPackageKnown: "Androidのパッケージ名がわかりません"
    case .browserWithoutIntents: "このブラウザは転送ではアプリを開けません（タップすれば開けます）"
    case .leadsToIntent: "ブラウザがアプリを開き、なければ代替先に進みます"
    case .leadsToAndroidFallback: "アプリがない場合の行き先へ進みます"
    case .leadsToPlayStore: "リンクにパッケージ名があり、代替先がありません"
    case .leadsToDesktopFallback: "パソコン用の行き先へ進みます"
    case .leadsToURL: "リンクの行き先へ進みます"
    case .ruleDecides(let position, let share):
      "\(position + 1)番目のルールの条件に合うため、リンクの行き先ではなくこのルールの行き先へ進みます"
        + (share.map { "（訪問の\($0)％）" } ?? "")
    case .noRuleHolds: "条件に合うルールはありません"
    case .destinationNotAllowed: "行き先のアドレスはこのサイトで許可されていません"
    }
  }
}
