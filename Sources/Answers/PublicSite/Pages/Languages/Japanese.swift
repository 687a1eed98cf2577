import Links

extension PageWords {
  static let japanese = PageWords(
    tag: "ja",
    page: PageStrings(
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
      codeLabel: "このページのQRコード",
      copyAndGet: "リンクをコピーしてアプリを入手",
      copied: "リンクをコピーしました。アプリを初めて開いたときに貼り付けてください。",
      comeBack: "アプリを入手したら、このページに戻って「%@」をタップしてください。",
      askCode: "アプリに入力するコードを表示",
      codeTitle: "コード",
      codeText: "アプリを初めて開いたときに入力してください。1時間以内に1回だけ使えます。"),
    explanation: ExplanationStrings(
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
        .androidInApp: "Android（アプリ内ブラウザ）",
        .desktop: "パソコン",
        .preview: "プレビューを表示するサービス",
      ]),
    reason: sentence)

  private static func sentence(_ reason: Decision.Reason) -> String {
    switch reason {
    case .slugIsUnknown: "このスラッグのリンクはありません"
    case .notYetValid(let time): "リンクの開始は\(time)です"
    case .archived: "リンクはアーカイブされています"
    case .expired(let time): "リンクの期限（\(time)）が切れています"
    case .clicksUsedUp(let count): "リンクのクリック数の上限（\(count)）に達しています"
    case .leadsToExpiredURL: "終了後の行き先は'expiredURL'です"
    case .valueMissing(let name): "行き先の'{\(name)}'に入る値がアクセスにありません"
    case .pathNotTaken: "値が行き先のパスで'.'や'..'のフォルダーになります"
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
    case .browserWithoutIntents: "このブラウザは'intent:'のURLでの転送ではアプリを開けません（タップすれば開けます）"
    case .leadsToIntent: "ブラウザがアプリを開き、なければ代替先に進みます"
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
