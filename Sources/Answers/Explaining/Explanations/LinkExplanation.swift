package import JSONSyntax
package import LaunchRouting
package import Links

/// A tap on a URL, step by step from the tap to the screen.
package struct LinkExplanation: Equatable, Sendable {
  /// The explained URL.
  package let url: String
  /// The circumstances of the tap.
  package let context: TapContext
  /// The steps in the order in which they happen.
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

  /// One step of the tap.
  package struct Step: Equatable, Sendable {
    /// The heading of the step.
    package let title: Title
    /// One sentence without an initial capital or a full stop.
    package let sentence: Sentence
    /// Details, one per line, such as the parts of a rule.
    package var details: [Sentence] = []
    /// The rules, configuration paths and documents that the step relies on.
    package let basis: [String]
    /// How much attention the step deserves.
    package var severity = Severity.fact
  }

  /// The reliability of a step.
  package enum Severity: String, Sendable {
    case fact
    /// The sources are silent or contradict each other; a note explains more.
    case note
    /// A surprise for the author of the link.
    case warning
  }

  /// Something that the author of the link should look at.
  package struct Warning: Equatable, Sendable {
    /// The stable code of the warning.
    package let code: String
    /// One sentence without an initial capital or a full stop.
    package let message: Sentence
    /// The path in the configuration or in a file, as in `sites[0].shortLinks`.
    package let path: String
  }

  /// The end of the tap.
  package enum Outcome: Equatable, Sendable {
    /// An app opens.
    case opens(Opening)
    /// The visitor stays in the browser.
    case stays(Staying)
  }

  /// An app that opens.
  package struct Opening: Equatable, Sendable {
    /// The app's name in the configuration; the application identifier when the app is not in it.
    package let app: String
    /// Nil when no route matches the URL and the app keeps its current screen.
    package let destination: LaunchRouting.Destination?
    /// The reason why the destination is nil.
    package var reason: String?

    static let noRoute = "no route matches the URL"
  }

  /// A tap that ends in a browser or a store.
  package struct Staying: Equatable, Sendable {
    /// The place where the visitor stays.
    package let kind: Kind
    /// The reason why the app does not open, without an initial capital or a full stop.
    package let reason: Sentence
    /// A description of what is shown instead, without an initial capital or a full stop.
    package let shown: Sentence
    /// The reason why an app that the system starts does not launch; otherwise nil.
    package var obstacle: LaunchObstacle?

    /// The kind of thing that is shown.
    package enum Kind: String, CaseIterable, Sendable {
      case page
      case store
      /// A page of another site.
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

  /// Whether the tap opens an app.
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

  /// The concluding line, in English.
  package var conclusion: String { ending.english }

  /// The concluding line.
  package var ending: Sentence {
    switch outcome {
    case .opens(let opening):
      guard let destination = opening.destination else {
        return Sentence(
          "opens \(opening.app), which keeps its current screen: \(opening.reason ?? Opening.noRoute)",
          "アプリ「\(opening.app)」が開きますが、画面は変わりません")
      }
      return Sentence(
        "opens \(opening.app) at \(destination)",
        "アプリ「\(opening.app)」が開き、\(destination) が表示されます")
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
