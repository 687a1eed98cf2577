import JSONSyntax

extension LinkExplanation.Step {
  /// The heading of a step: one or two words, as in JSON.
  package enum Title: String, CaseIterable, Sendable {
    case address
    case app
    case appVersion = "app version"
    case argument
    case association
    case banner
    case circle
    case event
    case fallback
    case host
    case later
    case launch
    case login
    case longLink = "long link"
    case page
    case redirect
    case resolve
    case scheme
    case screen
    case server
    case shortLink = "short link"
    case source
    case store
    case succession
    case system
  }
}

extension LinkExplanation.Step.Title: Wording {
  package var english: String { rawValue }

  package var japanese: String {
    switch self {
    case .address: "アドレス"
    case .app: "アプリ"
    case .appVersion: "アプリのバージョン"
    case .argument: "引数"
    case .association: "関連付け"
    case .banner: "バナー"
    case .circle: "循環"
    case .event: "イベント"
    case .fallback: "代替先"
    case .host: "ホスト"
    case .later: "そのあと"
    case .launch: "起動"
    case .login: "ログイン"
    case .longLink: "長いリンク"
    case .page: "ページ"
    case .redirect: "リダイレクト"
    case .resolve: "問い合わせ"
    case .scheme: "スキーム"
    case .screen: "画面"
    case .server: "サーバー"
    case .shortLink: "短縮リンク"
    case .source: "タップした場所"
    case .store: "ストア"
    case .succession: "引き継ぎ"
    case .system: "OS の動作"
    }
  }
}
