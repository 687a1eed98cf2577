/// Finds URLs that two lists of rules decide differently by exploring every combination of tests
/// that a URL can pass. A complete search that finds none proves that there are none.
package struct DecisionSearch {
  /// URLs for each pair of rules that decide differently, as far as the budget allows. Where rules
  /// constrain both the whole query and its items, some of them may be decided alike.
  package private(set) var urls: [ExampleURL] = []
  private(set) var isComplete = true

  private let conditions: RuleConditions
  /// The numbers of the rules that the other list lacks, or has in another order. Of the rest, the first
  /// to accept a URL is the same in both lists, so only these rules make a difference.
  private let changed: (old: Set<Int>, new: Set<Int>)
  private var outcomes: [Int: [TextOutcomes.Outcome]] = [:]
  /// The pairs of rules for which a URL was found.
  private var found: Set<[Int]> = []
  /// The candidate lists that have already been compared.
  private var known: Set<[[Int]]> = []
  /// The maximum number of URLs; further ones would reveal nothing new.
  private static let limit = 1000

  /// Enough for all real files. Patterns that begin with `*` may need more steps than time allows.
  private static let usualBudget = 6_000_000

  package init(_ old: ComparedRules, _ new: ComparedRules, _ budget: inout WorkBudget) {
    self.init(RuleConditions(old, new), &budget)
  }

  init(_ conditions: RuleConditions, _ budget: inout WorkBudget) {
    self.conditions = conditions
    let (old, new) = (conditions.old, conditions.new)
    let kept = CommonOrder(old, new)
    changed = (Set(old.indices).subtracting(kept.old), Set(new.indices).subtracting(kept.new))
    budget.share(Self.usualBudget) { budget in
      search(isUsual: true, &budget)
      guard urls.isEmpty, isComplete else { return }
      known = []
      search(isUsual: false, &budget)
    }
  }

  /// Whether one rule accepts every URL that another accepts, as far as the budget allows.
  package static func covers(
    _ wide: Component, _ narrow: Component, _ variables: SubstitutionVariables?,
    _ budget: inout WorkBudget
  ) -> Bool {
    let first = ComparedRules([wide.included], variables)
    if first.meanings.contains(where: { $0.component == Component() }) { return true }
    let search = DecisionSearch(
      first, ComparedRules([wide.included, narrow.excluded], variables), &budget)
    return search.isComplete && search.urls.isEmpty
  }

  private mutating func search(isUsual: Bool, _ budget: inout WorkBudget) {
    let paths = conditions.parts[RuleConditions.path].outcomes(
      wanted: changedPaths, isUsual: isUsual, &budget)
    if !paths.isComplete { isComplete = false }
    for path in paths.all {
      guard urls.count < Self.limit,
        budget.spend(2 + (conditions.old.count + conditions.new.count) / 4)
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

  /// The tests of the changed rules' paths; nil when one of these accepts every path.
  private var changedPaths: Set<Int>? {
    let paths =
      changed.old.map { conditions.old[$0].path } + changed.new.map { conditions.new[$0].path }
    return paths.contains(nil) ? nil : Set(paths.compactMap(\.self))
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
    let before = deciders(old, conditions.old, changed.old)
    let after = deciders(new, conditions.new, changed.new)
    guard budget.spend(before.count + after.count + before.count * after.count / 32) else {
      isComplete = false
      return
    }
    for first in before {
      for second in after
      where first.decision != second.decision && (first.isChanged || second.isChanged) {
        guard budget.spend(1 + (first.failing.count + second.failing.count) / 8) else {
          isComplete = false
          return
        }
        let pair = [first.rule ?? -1, second.rule ?? -1]
        guard !found.contains(pair) else { continue }
        let choice = Choice(
          required: Set(first.required + second.required), open: first.failing + second.failing)
        guard let texts = solve(choice, &budget) else { continue }
        let candidates = urls(path, texts)
        guard !candidates.isEmpty else {
          isComplete = false
          continue
        }
        found.insert(pair)
        urls += candidates
      }
    }
  }

  /// A rule that decides if its conditions hold and every earlier rule fails one of its own.
  private struct Decider {
    /// The number of the rule; nil when no rule decides.
    let rule: Int?
    let isChanged: Bool
    let decision: Verdict.Decision
    let required: [RuleConditions.Condition]
    let failing: ArraySlice<[RuleConditions.Condition]>
  }

  private func deciders(
    _ numbers: [Int], _ rules: [RuleConditions.Rule], _ changed: Set<Int>
  ) -> [Decider] {
    let conditions = numbers.map { rules[$0].conditions }
    let deciders = zip(numbers, conditions.indices).map { number, index in
      Decider(
        rule: number, isChanged: changed.contains(number), decision: rules[number].decision,
        required: conditions[index], failing: conditions[..<index])
    }
    if conditions.last?.isEmpty == true { return deciders }
    let none = Decider(
      rule: nil, isChanged: false, decision: .noMatch, required: [], failing: conditions[...])
    return deciders + [none]
  }

  // MARK: - Conditions

  /// Conditions that hold, conditions that fail, and rules of which one condition must still fail.
  private struct Choice {
    let required: Set<RuleConditions.Condition>
    var failed: Set<RuleConditions.Condition> = []
    /// The condition to fail next, in addition.
    var next: RuleConditions.Condition?
    var open: ArraySlice<[RuleConditions.Condition]>
  }

  /// Finds a text for each part of a URL that satisfies the choice; nil when there is none.
  ///
  /// The choices wait in a list, since thousands of rules would be too many calls in each other.
  private mutating func solve(_ choice: Choice, _ budget: inout WorkBudget) -> [Int: String]? {
    var choices = [choice]
    while var choice = choices.popLast() {
      guard budget.spend(choice.failed.count + 1) else {
        isComplete = false
        return nil
      }
      if let next = choice.next {
        choice.failed.insert(next)
        guard texts(choice, parts: [next.part], &budget) != nil else { continue }
      }
      while let last = choice.open.last, last.contains(where: choice.failed.contains) {
        choice.open = choice.open.dropLast()
        _ = budget.spend(last.count)
      }
      guard let last = choice.open.last else {
        let parts = Set(choice.required.union(choice.failed).map(\.part))
        if let texts = texts(choice, parts: parts, &budget) { return texts }
        continue
      }
      choice.open = choice.open.dropLast()
      for condition in last.reversed() where !choice.required.contains(condition) {
        choice.next = condition
        choices.append(choice)
      }
    }
    return nil
  }

  private mutating func texts(
    _ choice: Choice, parts: Set<Int>, _ budget: inout WorkBudget
  ) -> [Int: String]? {
    var texts: [Int: String] = [:]
    for part in parts {
      let required = choice.required.filter { $0.part == part }.map(\.test)
      let failed = choice.failed.filter { $0.part == part }.map(\.test)
      let outcomes = outcomes(of: part, &budget)
      guard budget.spend(outcomes.count * (1 + (required.count + failed.count) / 4)) else {
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
    let found = conditions.parts[part].outcomes(&budget)
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
