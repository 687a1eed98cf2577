/// A verdict and how it came about; made only for those who ask.
public struct Explanation: Hashable, Sendable {
  /// What was decided.
  public let verdict: Verdict
  /// The rule that decided; nil when none did.
  public let deciding: RuleTrace?
  /// Without a deciding rule: the one that came closest; nil when the app has no rules.
  public let closest: RuleTrace?
  /// Why no rule was asked at all; nil when rules were.
  public let obstacle: String?
  /// What the sources leave open about this verdict, in a fixed order.
  public let doubts: [Doubt]
  /// What the file cannot know, as sentences without capital and full stop.
  public let remarks: [String]

  init(
    verdict: Verdict, deciding: RuleTrace? = nil, closest: RuleTrace? = nil,
    obstacle: String? = nil, doubts: [Doubt] = [], remarks: [String] = []
  ) {
    self.verdict = verdict
    self.deciding = deciding
    self.closest = closest
    self.obstacle = obstacle
    self.doubts = doubts
    self.remarks = remarks
  }

  /// The obstacle, the doubts and the remarks as sentences.
  public var notes: [String] {
    [obstacle].compactMap(\.self) + doubts.map(\.message) + remarks
  }
}

/// How one rule fared, part by part.
public struct RuleTrace: Hashable, Sendable {
  /// The way from the root to the rule.
  public let rule: String
  /// The rule as the system reads it: defaults resolved, what it does not know left out.
  public let effective: Component
  /// The parts that were compared, in order, up to the first that failed.
  public let parts: [Part]

  /// One comparison.
  public struct Part: Hashable, Sendable {
    /// `/`, `?` or `#`.
    public let key: String
    /// The name of the query item; nil for every other part.
    public let name: String?
    /// The pattern as the file has it.
    public let pattern: String
    /// What it was held against, decoded where the rule says so.
    public let text: String
    /// Why it failed, without capital and full stop; nil when it matched.
    public let failure: String?
    /// How much of the text agreed before it failed, in bytes.
    public let agreement: Int
  }
}
