import JSONSyntax
import Links
import WebSyntax

/// The rules of a row, collected from its columns.
///
/// Rules for a system come before rules for a country or for all visitors, as at the services that
/// have both.
struct RuleDraft {
  private typealias Entry = (column: String, rule: LinkRule)

  private var bySystem: [Entry] = []
  private var others: [Entry] = []
  private var tests: [Entry] = []
  /// The end of the test; nil when unknown, and then nothing is tested.
  var testEnd: Timestamp?
  /// The column that mentions rules.
  private var mention: String?

  /// - Returns: notes about the rules that it read.
  mutating func read(_ column: String, _ dialect: RuleDialect, _ text: String) -> [Sentence] {
    let found = ForeignRules(dialect, text)
    let entries = found.rules.map { (column, $0) }
    switch dialect {
    case .countries: others += entries
    case .test: tests += entries
    case .shlink: bySystem += entries
    case .mention: mention = column
    }
    if dialect == .shlink { mention = nil; hasRules = true }
    return found.notes.map { Sentence($0, of: column) }
  }

  private var hasRules = false

  mutating func add(
    _ column: String, _ platforms: [RulePlatform], country: String, _ url: String
  ) {
    var condition = LinkRule.Condition()
    (condition.platforms, condition.countries) = (platforms, [country])
    let entry = (column, LinkRule(if: condition, url: url))
    if platforms.isEmpty { others.append(entry) } else { bySystem.append(entry) }
  }

  /// Puts the rules into a row, along with the fallbacks that they would otherwise override.
  ///
  /// - Returns: notes about the rules that are dropped.
  mutating func finish(_ tree: inout LinkTree, now: Timestamp?) -> [Sentence] {
    var notes: [Sentence] = []
    func note(_ remark: ImportRemark, _ column: String) {
      notes.append(Sentence(remark, of: column))
    }
    if let mention, !hasRules { note(.rulesElsewhere, mention) }
    others += runningTests(now)
    // A matching rule overrides every fallback.
    let systems = others.isEmpty ? [] : Self.fallbacks(&tree)
    var rules: [LinkRule] = []
    for (column, rule) in bySystem + systems + others {
      var rule = rule
      rule.url = PercentCoding.encodeUnsafe(rule.url.utf8)
      if let fault = LinkDestination.fault(of: rule.url, within: nil) {
        note(.ruleLeftOut(Sentence(LinkFault.notDestination(rule.url, fault))), column)
      } else if rules.count == LinkRule.countLimit {
        note(.tooManyRules, column)
      } else {
        rules.append(rule)
      }
    }
    guard !rules.isEmpty else { return notes }
    let text = JSONOutput.array(rules.map(\.json)).compact
    if let document = try? JSONDocument(parsing: Array(text.utf8)) {
      tree.set("rules", document.root.value)
    }
    return notes
  }

  /// The tests that are still running; finished ones have no effect, in the old service as in
  /// Keiro.
  private func runningTests(_ now: Timestamp?) -> [Entry] {
    guard let testEnd, now.map({ $0 < testEnd }) ?? true else { return [] }
    return tests.map { column, rule in
      var rule = rule
      rule.condition.until = testEnd
      return (column, rule)
    }
  }

  private static func fallbacks(_ tree: inout LinkTree) -> [Entry] {
    let hasIPad = tree.has("apple.ipadFallback")
    let systems: [(String, [RulePlatform])] = [
      ("apple.ipadFallback", [.iPad]),
      ("apple.fallback", hasIPad ? [.iPhone] : [.iPhone, .iPad]),
      ("android.fallback", [.android]),
      ("desktop.fallback", [.macOS, .windows, .linux, .chromeOS, .other]),
    ]
    var entries: [Entry] = []
    for (path, platforms) in systems {
      guard let url = tree.remove(path) else { continue }
      var condition = LinkRule.Condition()
      condition.platforms = platforms
      entries.append((path, LinkRule(if: condition, url: url)))
    }
    return entries
  }
}
