package import JSONSyntax
public import WebSyntax

/// A verdict with its reasons, created only on request.
public struct Explanation: Hashable, Sendable {
  /// The verdict.
  public let verdict: Verdict
  /// The rule that decided; nil if none did.
  public private(set) var deciding: RuleTrace?
  /// The closest rule if none decided; nil when the app has no rules.
  public private(set) var closest: RuleTrace?
  /// The reason why no rule was tried; nil when rules were tried.
  public private(set) var obstacle: Obstacle?
  /// The open questions that this verdict depends on, in a fixed order.
  public private(set) var doubts: [Doubt] = []
  /// Facts that the file does not show, as sentences without a capital or full stop.
  public internal(set) var remarks: [String] = []

  /// The obstacle, the doubts and the remarks as sentences.
  public var notes: [String] {
    [obstacle?.description].compactMap(\.self) + doubts.map(\.message) + remarks
  }
}

/// The comparison of a URL with one rule, part by part.
public struct RuleTrace: Hashable, Sendable {
  /// The path from the root to the rule.
  public let rule: String
  /// The rule as the system reads it: defaults resolved, unknown keys left out.
  public let effective: Component
  /// The compared parts, in order, up to the first mismatch.
  public let parts: [Part]

  /// The comparison of one part.
  public struct Part: Hashable, Sendable {
    /// The key of the part: `/`, `?` or `#`.
    public let key: String
    /// The name of the query item; nil for other parts.
    public let name: String?
    /// The pattern as written in the file.
    public let pattern: String
    /// The compared text, decoded if the rule requires it.
    public let text: String
    /// The reason for a mismatch, without a capital or full stop; nil for a match.
    public let failure: String?
    /// The length of the text's matching prefix, in bytes.
    public let agreement: Int
  }
}

extension Explanation {
  /// One row of verdicts, as printed by the command-line tool and the management API.
  ///
  /// - Parameter url: the URL as the caller wrote it.
  package func output(url: String, app: String) -> JSONOutput {
    [
      "url": .string(url), "appID": .string(app), "verdict": .string(verdict.decision.rawValue),
      "rule": .optional(verdict.rule), "notes": .strings(notes),
    ]
  }
}

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
