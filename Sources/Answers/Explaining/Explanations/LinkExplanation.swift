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

  package var opens: Bool { opening != nil }

  var opening: Opening? {
    if case .opens(let opening) = outcome { opening } else { nil }
  }

  var staying: Staying? {
    if case .stays(let staying) = outcome { staying } else { nil }
  }

  /// The screen shown once the user is logged in; nil when the app does not open or has no screen.
  package var screen: Screen? {
    switch opening?.destination {
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
        return "opens \(app), which keeps its current screen: \(opening.reason ?? Opening.noRoute)"
      }
      return Sentence("opens \(app) at \(destination)", "アプリ「\(app)」が開き、\(destination) が表示されます")
    case .stays(let staying) where staying.obstacle != nil:
      return Sentence(
        "opens nothing: \(staying.reason.english)", "何も開きません。\(staying.reason.japanese)")
    case .stays(let staying):
      return "stays in the browser: \(staying.reason); \(staying.shown)"
    }
  }
}

extension LinkExplanation.Step {
  /// The heading of a step: one or two words, in English as in JSON.
  package struct Title: Wording, Equatable {
    package let english: String
    package let japanese: String

    package static let address = Title(english: "address", japanese: "アドレス")
    package static let app = Title(english: "app", japanese: "アプリ")
    package static let appVersion = Title(english: "app version", japanese: "アプリのバージョン")
    package static let argument = Title(english: "argument", japanese: "引数")
    package static let association = Title(english: "association", japanese: "関連付け")
    package static let banner = Title(english: "banner", japanese: "バナー")
    package static let circle = Title(english: "circle", japanese: "循環")
    package static let event = Title(english: "event", japanese: "イベント")
    package static let fallback = Title(english: "fallback", japanese: "代替先")
    package static let host = Title(english: "host", japanese: "ホスト")
    package static let later = Title(english: "later", japanese: "そのあと")
    package static let launch = Title(english: "launch", japanese: "起動")
    package static let login = Title(english: "login", japanese: "ログイン")
    package static let longLink = Title(english: "long link", japanese: "長いリンク")
    package static let page = Title(english: "page", japanese: "ページ")
    package static let redirect = Title(english: "redirect", japanese: "リダイレクト")
    package static let resolve = Title(english: "resolve", japanese: "問い合わせ")
    package static let scheme = Title(english: "scheme", japanese: "スキーム")
    package static let screen = Title(english: "screen", japanese: "画面")
    package static let server = Title(english: "server", japanese: "サーバー")
    package static let shortLink = Title(english: "short link", japanese: "短縮リンク")
    package static let source = Title(english: "source", japanese: "タップした場所")
    package static let store = Title(english: "store", japanese: "ストア")
    package static let succession = Title(english: "succession", japanese: "引き継ぎ")
    package static let system = Title(english: "system", japanese: "OS の動作")
  }
}
