/// What a file says about a URL and an app.
public struct Verdict: Hashable, Sendable {
  /// The three answers; both refusals leave the URL in the browser.
  public enum Decision: String, Sendable {
    /// A tap on the URL opens the app.
    case match
    /// A rule says that the URL does not open the app.
    case exclude
    /// No rule is about the URL.
    case noMatch = "no_match"
  }

  /// The answer.
  public let decision: Decision
  /// The way from the root to the rule that decided, as in `applinks.details[0].components[2]`;
  /// nil when none did.
  public let rule: String?

  static let noMatch = Verdict(decision: .noMatch, rule: nil)
}

/// The parts of a URL that rules are held against, as they were written.
public struct EvaluatedURL: Hashable, Sendable {
  /// Empty, or with its leading slash.
  public let path: [UInt8]
  /// What stands between `?` and `#`; empty when there is none, which rules cannot tell apart.
  public let query: [UInt8]
  /// What follows `#`; empty when there is none.
  public let fragment: [UInt8]

  /// The parts of a URL.
  public init(_ url: WebURL) {
    path = Array(url.path.utf8)
    query = Array((url.query ?? "").utf8)
    fragment = Array((url.fragment ?? "").utf8)
  }
}
