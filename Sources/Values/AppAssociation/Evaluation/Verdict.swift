public import WebSyntax

/// The result of evaluating a file for a URL and an app.
public struct Verdict: Hashable, Sendable {
  /// The three results; `exclude` and `noMatch` both leave the URL in the browser.
  public enum Decision: String, Sendable {
    /// A tap on the URL opens the app.
    case match
    /// A rule keeps the URL from opening the app.
    case exclude
    /// No rule matches the URL.
    case noMatch = "no_match"
  }

  /// The result.
  public let decision: Decision
  /// The path from the root to the deciding rule, such as `applinks.details[0].components[2]`; nil
  /// when none decided.
  public let rule: String?

  static let noMatch = Verdict(decision: .noMatch, rule: nil)
}

/// The parts of a URL that rules are compared with: as written, except that characters not allowed
/// in URLs are escaped, as systems do before comparing.
public struct EvaluatedURL: Hashable, Sendable {
  /// The path, empty or with its leading slash.
  public let path: [UInt8]
  /// The text between `?` and `#`; empty when there is none, since rules do not distinguish an
  /// empty query from an absent one.
  public let query: [UInt8]
  /// The text after `#`; empty when there is none.
  public let fragment: [UInt8]

  /// Extracts the parts of a URL.
  public init(_ url: WebURL) {
    path = Self.sent(url.path)
    query = Self.sent(url.query ?? "")
    fragment = Self.sent(url.fragment ?? "")
  }

  private static func sent(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: PercentCoding.isUnsafe) else { return bytes }
    return Array(PercentCoding.encodeUnsafe(bytes).utf8)
  }
}
