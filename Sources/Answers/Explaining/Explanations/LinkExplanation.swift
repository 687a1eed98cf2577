package import JSONSyntax
package import LaunchRouting
package import Links

/// A tap on a URL, step by step from the tap to the screen.
package struct LinkExplanation: Equatable, Sendable {
  /// The URL of the question.
  package let url: String
  package let context: TapContext
  package let steps: [Step]
  /// Surprises for the author of the link; each code once for each place.
  package let warnings: [Warning]
  /// Uncertainties, as sentences without capital and full stop.
  package let notes: [String]
  /// The first short link on the way; nil without one.
  package let link: ShortLink?
  /// The server's answer to the browser of the tap at the URL; nil where no site serves it.
  package let server: ServerAnswer?
  package let outcome: Outcome
  /// The method that receives the opening. Where the app is absent and a store offers it: the
  /// method of the first start after the installation. Nil where no method of iOS is called.
  package let receiver: Receiver?
  /// The event for analytics; nil when the app does not open, or reports nothing.
  package let event: LaunchEvent?

  /// One step.
  package struct Step: Equatable, Sendable {
    package let title: Title
    /// One sentence without capital and full stop.
    package let sentence: Sentence
    /// Details line by line, such as the parts of a rule.
    package var details: [Sentence] = []
    /// The rules, places of the configuration and documents that it relies on.
    package let basis: [String]
    package var severity = Severity.fact
  }

  /// How reliable a step is.
  package enum Severity: String, Sendable {
    case fact
    /// The sources are silent or contradict each other; a note says more.
    case note
    /// A surprise for the author of the link.
    case warning
  }

  /// Something to look at.
  package struct Warning: Equatable, Sendable {
    /// Stable.
    package let code: String
    /// One sentence without capital and full stop.
    package let message: Sentence
    /// The place in the configuration or in a file, as in `sites[0].shortLinks`.
    package let path: String
  }

  /// The end.
  package enum Outcome: Equatable, Sendable {
    case opens(Opening)
    case stays(Staying)
  }

  /// An app that opens.
  package struct Opening: Equatable, Sendable {
    /// Its name in the configuration; the application identifier of an app that is not in it.
    package let app: String
    /// Nil when no route knows the URL: the app stays where it is.
    package let destination: LaunchRouting.Destination?
    /// Why the destination is nil.
    package var reason: String?

    static let noRoute = "no route knows the URL"
  }

  /// A tap that ends in a browser or a store.
  package struct Staying: Equatable, Sendable {
    package let kind: Kind
    /// Why the app does not open, without capital and full stop.
    package let reason: Sentence
    /// What is shown instead, without capital and full stop.
    package let shown: Sentence
    /// Why an app that the system starts does not launch; nil elsewhere.
    package var obstacle: LaunchObstacle?

    /// What is shown, in a word.
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
      /// The app opens in vain.
      case noLaunch = "no-launch"
    }
  }

  package var opens: Bool {
    if case .opens = outcome { true } else { false }
  }

  /// The screen that shows once the user is logged in; nil when the app does not open or has no screen.
  package var screen: Screen? {
    guard case .opens(let opening) = outcome else { return nil }
    switch opening.destination {
    case .screen(let screen), .login(_, let screen): return screen
    case nil: return nil
    }
  }

  /// The closing line, in English.
  package var conclusion: String { ending.english }

  /// The closing line.
  package var ending: Sentence {
    switch outcome {
    case .opens(let opening):
      guard let destination = opening.destination else {
        return Sentence(
          "opens \(opening.app), which stays where it is: \(opening.reason ?? Opening.noRoute)",
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
