import WebSyntax

/// The number of comparison steps left. Comparisons that would take more stay undecided, so that
/// the time is bounded for every file.
package struct WorkBudget {
  package private(set) var left: Int

  package init(left: Int) { self.left = left }

  package var isSpent: Bool { left <= 0 }

  /// Whether the budget allowed that many steps.
  package mutating func spend(_ steps: Int) -> Bool {
    left -= steps
    return left >= 0
  }
}

/// Finds URLs that two lists of rules decide differently by exploring every combination of tests
/// that a URL can pass. A complete search that finds none proves that there are none.
package struct DecisionSearch {
  /// URLs for each pair of rules that decide differently, as far as the budget allows. Where rules
  /// constrain both the whole query and its items, some of them may be decided alike.
  package private(set) var urls: [ExampleURL] = []
  private(set) var isComplete = true

  private let conditions: RuleConditions
  private var outcomes: [Int: [TextOutcomes.Outcome]] = [:]
  /// The pairs of rules for which a URL was found.
  private var found: Set<[Int]> = []
  /// The candidate lists that have already been compared.
  private var known: Set<[[Int]]> = []
  /// The maximum number of URLs; further ones would reveal nothing new.
  private static let limit = 1000

  /// Enough for all real files. Patterns that begin with `*` may need more steps than time allows.
  private static let usualBudget = 2_000_000

  package init(_ old: ComparedRules, _ new: ComparedRules, _ budget: inout WorkBudget) {
    conditions = RuleConditions(old, new)
    let limit = min(budget.left, Self.usualBudget)
    var own = WorkBudget(left: limit)
    search(isUsual: true, &own)
    if urls.isEmpty, isComplete {
      known = []
      search(isUsual: false, &own)
    }
    _ = budget.spend(limit - max(0, own.left))
  }

  /// Whether one rule accepts every URL that another accepts, as far as the budget allows.
  package static func covers(
    _ wide: Component, _ narrow: Component, _ variables: SubstitutionVariables?,
    _ budget: inout WorkBudget
  ) -> Bool {
    let search = DecisionSearch(
      ComparedRules([wide.included], variables),
      ComparedRules([wide.included, narrow.excluded], variables), &budget)
    return search.isComplete && search.urls.isEmpty
  }

  private mutating func search(isUsual: Bool, _ budget: inout WorkBudget) {
    let paths = TextOutcomes(
      conditions.parts[RuleConditions.path].tests.map(\.value), .path, isUsual: isUsual, &budget)
    if !paths.isComplete { isComplete = false }
    for path in paths.all {
      guard urls.count < Self.limit, budget.spend(conditions.old.count + conditions.new.count)
      else {
        isComplete = false
        return
      }
      let old = candidates(conditions.old, path.passed)
      let new = candidates(conditions.new, path.passed)
      guard known.insert([old, new]).inserted else { continue }
      compare(old, new, path: path.text, &budget)
    }
  }

  /// The rules that accept a path, up to the first that has no other conditions.
  private func candidates(_ rules: [RuleConditions.Rule], _ passed: Set<Int>) -> [Int] {
    var candidates: [Int] = []
    for (number, rule) in rules.enumerated() where rule.path.map(passed.contains) ?? true {
      candidates.append(number)
      if rule.conditions.isEmpty { break }
    }
    return candidates
  }

  // MARK: - Pairs of rules

  /// Compares the pairs of rules that may decide the same URL.
  private mutating func compare(
    _ old: [Int], _ new: [Int], path: String, _ budget: inout WorkBudget
  ) {
    let (before, after) = (deciders(old, conditions.old), deciders(new, conditions.new))
    for first in before {
      for second in after where first.decision != second.decision {
        let pair = [first.rule ?? -1, second.rule ?? -1]
        guard !found.contains(pair) else { continue }
        var choice = Choice(
          required: Set(first.required + second.required), open: first.failing + second.failing)
        guard let texts = solve(&choice, &budget) else { continue }
        let candidates = urls(path, texts)
        guard !candidates.isEmpty else { continue }
        found.insert(pair)
        urls += candidates
      }
    }
  }

  /// A rule that decides if its conditions hold and every earlier rule fails one of its own.
  private struct Decider {
    /// The number of the rule; nil when no rule decides.
    let rule: Int?
    let decision: Verdict.Decision
    let required: [RuleConditions.Condition]
    let failing: [[RuleConditions.Condition]]
  }

  private func deciders(_ numbers: [Int], _ rules: [RuleConditions.Rule]) -> [Decider] {
    var failing: [[RuleConditions.Condition]] = []
    var deciders: [Decider] = []
    for number in numbers {
      let rule = rules[number]
      deciders.append(
        Decider(
          rule: number, decision: rule.decision, required: rule.conditions, failing: failing))
      if rule.conditions.isEmpty { return deciders }
      failing.append(rule.conditions)
    }
    return deciders
      + [Decider(rule: nil, decision: .noMatch, required: [], failing: failing)]
  }

  // MARK: - Conditions

  /// Conditions that hold, conditions that fail, and rules of which one condition must still fail.
  private struct Choice {
    let required: Set<RuleConditions.Condition>
    var failed: Set<RuleConditions.Condition> = []
    var open: [[RuleConditions.Condition]]
  }

  /// Finds a text for each part of a URL that satisfies the choice; nil when there is none.
  private mutating func solve(
    _ choice: inout Choice, _ budget: inout WorkBudget
  ) -> [Int: String]? {
    while let next = choice.open.popLast() {
      if next.contains(where: choice.failed.contains) { continue }
      let possible = next.filter { !choice.required.contains($0) }
      guard budget.spend(next.count + 1) else {
        isComplete = false
        return nil
      }
      for condition in possible {
        var attempt = choice
        attempt.failed.insert(condition)
        guard texts(attempt, parts: [condition.part], &budget) != nil else { continue }
        if let texts = solve(&attempt, &budget) { return texts }
      }
      return nil
    }
    return texts(choice, parts: Set(choice.required.union(choice.failed).map(\.part)), &budget)
  }

  private mutating func texts(
    _ choice: Choice, parts: Set<Int>, _ budget: inout WorkBudget
  ) -> [Int: String]? {
    var texts: [Int: String] = [:]
    for part in parts {
      let required = choice.required.filter { $0.part == part }.map(\.test)
      let failed = choice.failed.filter { $0.part == part }.map(\.test)
      let outcomes = outcomes(of: part, &budget)
      guard budget.spend(outcomes.count) else {
        isComplete = false
        return nil
      }
      let outcome = outcomes.first { outcome in
        required.allSatisfy(outcome.passed.contains)
          && !failed.contains(where: outcome.passed.contains)
      }
      guard let outcome else { return nil }
      texts[part] = outcome.text
    }
    return texts
  }

  private mutating func outcomes(
    of part: Int, _ budget: inout WorkBudget
  ) -> [TextOutcomes.Outcome] {
    if let known = outcomes[part] { return known }
    let tests = conditions.parts[part].tests
    let kind = conditions.parts[part].kind
    let found =
      kind == .value
      ? TextOutcomes(items: tests, &budget)
      : TextOutcomes(tests.map(\.value), kind, isUsual: false, &budget)
    if !found.isComplete { isComplete = false }
    outcomes[part] = found.all
    return found.all
  }

  /// Joins the texts into URLs, leaving out those that would be too long.
  private mutating func urls(_ path: String, _ texts: [Int: String]) -> [ExampleURL] {
    let fragment = texts[RuleConditions.fragment] ?? ""
    return queries(texts).compactMap { query in
      ExampleURL(
        path: path.isEmpty ? "/" : path, query: query.isEmpty ? nil : query,
        fragment: fragment.isEmpty ? nil : fragment)
    }
  }

  /// The query; several where the texts of the whole and of the items constrain each other, of which
  /// none may satisfy both.
  private mutating func queries(_ texts: [Int: String]) -> [String] {
    let items = texts.keys.filter { $0 > RuleConditions.query }.sorted().compactMap { texts[$0] }
      .filter { !$0.isEmpty }.joined(separator: "&")
    guard let whole = texts[RuleConditions.query] else { return [items] }
    guard texts.keys.contains(where: { $0 > RuleConditions.query }) else { return [whole] }
    isComplete = false
    let unnamed = "_=_"
    let joined = [[items, unnamed], [unnamed, items], [whole, items], [items, whole]].map {
      $0.filter { !$0.isEmpty }.joined(separator: "&")
    }
    return [items, whole] + joined
  }
}
