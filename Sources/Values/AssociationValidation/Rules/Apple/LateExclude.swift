import AppAssociation

/// Excludes for a query or a fragment behind a rule that opens such a URL.
enum LateExclude {
  static func check(_ file: AppleFile, _ report: inout Report) {
    for list in file.lists where !list.isLegacy {
      let numbers = list.rules.indices.filter { list.rules[$0].excludesOnEveryPage }.prefix(20)
      guard !numbers.isEmpty else { continue }
      let compiled = CompiledRules(
        list.rules.map { ComponentMatcher($0.effective, variables: file.variables) })
      for number in numbers {
        guard
          let (opener, url) = opened(number, list, compiled, file.variables, &report.budget)
        else { continue }
        let (rule, earlier) = (list.rules[number], list.rules[opener])
        guard !report.hasError(in: rule.spot, earlier.spot) else { continue }
        report.finding(
          .warning, rule.spot,
          "'\(url.text)' opens the app all the same: \(earlier.spot.path) decides before this rule",
          repairs: [
            .move(
              rule.spot, before: earlier.spot,
              help: "move it before that rule: '\(url.text)' then stays in the browser",
              effect: .decides(rules: [earlier.spot.path]))
          ], otherwise: "the first rule that matches decides")
      }
    }
  }

  /// The first rule that opens a URL which the exclude accepts.
  private static func opened(
    _ number: Int, _ list: AppleFile.RuleList, _ compiled: CompiledRules,
    _ variables: SubstitutionVariables?, _ budget: inout WorkBudget
  ) -> (opener: Int, url: ExampleURL)? {
    guard let tail = ExampleText(list.rules[number].effective, variables, seed: 0) else {
      return nil
    }
    for (opener, rule) in list.rules[..<number].enumerated().prefix(100)
    where !rule.isExclude && !rule.acceptsEverything {
      guard let head = ExampleText(rule.effective, variables, seed: 0),
        let url = ExampleURL(
          path: head.path, query: tail.query ?? head.query,
          fragment: tail.fragment ?? head.fragment)
      else { continue }
      let matcher = compiled.matchers[number]
      guard budget.spend(50 + matcher.steps(url.parts)) else { return nil }
      guard matcher.accepts(url.parts), compiled.first(url.parts, &budget) == opener else {
        continue
      }
      return (opener, url)
    }
    return nil
  }
}

extension AppleFile.Rule {
  fileprivate var excludesOnEveryPage: Bool {
    let isEveryPath = effective.path.map { $0.isStars || $0 == "/*" } ?? true
    return isExclude && isEveryPath && !acceptsEverything
  }
}
