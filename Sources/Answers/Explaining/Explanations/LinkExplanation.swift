package import JSONSyntax
package import LaunchRouting
package import Links

/// A tap on a URL, step by step from the tap to the screen.
package struct LinkExplanation: Equatable, Sendable {
  package let url: String
  package let context: TapContext
  package let steps: [Step]
  /// Surprises for the author of the link, each code once per path.
  package let warnings: [Warning]
  /// Uncertainties, as sentences without an initial capital or a full stop.
  package let notes: [String]
  /// The first short link on the way; nil when there is none.
  package let link: ShortLink?
  /// The server's answer to the browser at the URL; nil when no site serves it.
  package let server: ServerAnswer?
  /// The end of the tap: an app, or the place where the visitor stays.
  package let outcome: Outcome
  /// The method that receives the launch or, when the app is absent and a store offers it, the
  /// first launch after the installation. Nil when no iOS method is called.
  package let receiver: Receiver?
  /// The analytics event; nil when the app does not open or reports nothing.
  package let event: LaunchEvent?

  package struct Step: Equatable, Sendable {
    package let title: Title
    /// One sentence without an initial capital or a full stop.
    package let sentence: Sentence
    /// Details, one per line, such as the parts of a rule.
    package var details: [Sentence] = []
    /// The rules, configuration paths and documents that the step relies on.
    package let basis: [String]
    package var severity = Severity.fact
  }

  package enum Severity: String, Sendable {
    case fact
    /// The sources are silent or contradict each other; a note explains more.
    case note
    /// A surprise for the author of the link.
    case warning
  }

  /// Something that the author of the link should look at.
  package struct Warning: Equatable, Sendable {
    package let code: String
    /// One sentence without an initial capital or a full stop.
    package let message: Sentence
    /// The path in the configuration or in a file, as in `sites[0].shortLinks`.
    package let path: String
  }

  package enum Outcome: Equatable, Sendable {
    case opens(Opening)
    case stays(Staying)
  }

  package struct Opening: Equatable, Sendable {
    /// The app's name in the configuration; the application identifier when the app is not in it.
    package let app: String
    /// Nil when no route matches the URL and the app keeps its current screen.
    package let destination: LaunchRouting.Destination?
    package var reason: String?
    /// What sentences call the app; nil for `app`.
    package var title: String?

    static let noRoute = "no route matches the URL"
  }

  /// A tap that ends in a browser or a store.
  package struct Staying: Equatable, Sendable {
    package let kind: Kind
    /// The reason why the app does not open, without an initial capital or a full stop.
    package let reason: Sentence
    /// A description of what is shown instead, without an initial capital or a full stop.
    package let shown: Sentence
    /// The reason why an app that the system starts does not launch; otherwise nil.
    package var obstacle: LaunchObstacle?

    package enum Kind: String, CaseIterable, Sendable {
      case page
      case store
      case site
      case form
      case missing
      case gone
      /// A file, a QR code, or another answer that is not a page.
      case file
      case loop
      /// The app is started but fails to launch.
      case noLaunch = "no-launch"
    }
  }

  package var opens: Bool {
    if case .opens = outcome { true } else { false }
  }

  /// The screen shown once the user is logged in; nil when the app does not open or has no screen.
  package var screen: Screen? {
    guard case .opens(let opening) = outcome else { return nil }
    switch opening.destination {
    case .screen(let screen), .login(_, let screen): return screen
    case nil: return nil
    }
  }

  package var conclusion: String { ending.english }

  package var ending: Sentence {
    switch outcome {
    case .opens(let opening):
      let app = opening.title ?? opening.app
      guard let destination = opening.destination else {
        return Sentence(
          "opens \(app), which keeps its current screen: \(opening.reason ?? Opening.noRoute)",
          "アプリ「\(app)」が開きますが、画面は変わりません")
      }
      return Sentence(
        "opens \(app) at \(destination)",
        "アプリ「\(app)」が開き、\(destination) が表示されます")
    case .stays(let staying) where staying.obstacle != nil:
      return Sentence(
        "opens nothing: \(staying.reason.english)", "何も開きません。\(staying.reason.japanese)")
    case .stays(let staying):
      return Sentence(
        "stays in the browser: \(staying.reason.english); \(staying.shown.english)",
        "ブラウザで開きます。\(staying.reason.japanese)。\(staying.shown.japanese)")
    }
  }
}

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
