import AppAssociation

/// Rules all of whose URLs an earlier rule accepts.
enum UnreachableRule {
  private static let budgetOfPair = 300_000

  static func check(_ file: AppleFile, _ report: inout Report) {
    for list in file.lists {
      let repeated = Set(list.repeated.map { ObjectIdentifier($0.rule) })
      let variables = list.isLegacy ? nil : file.variables
      let reach = Reachability(
        list.rules.map(\.effective), variables, budget: report.budget.left)
      report.budget = reach.budget
      if !reach.isComplete { report.isComplete = false }
      for shadow in reach.shadows {
        let rule = list.rules[shadow.rule]
        let earlier = list.rules[shadow.earlier]
        guard !repeated.contains(ObjectIdentifier(rule)),
          !report.hasError(in: rule.spot, earlier.spot)
        else { continue }
        // A rule without patterns and an exclude of everything have their own findings.
        if earlier.acceptsEverything, earlier.isExclude { continue }
        // On the first systems a lone '*' misses the root page, so "/" belongs behind it.
        if list.isLegacy, rule.effective.path == "/", earlier.effective.path == "*" { continue }
        if let item = earlier.optionalItem,
          !holdsWithItems(rule, earlier, variables, &report.budget)
        {
          report.warning(
            rule.spot,
            "the rule is never reached: \(earlier.spot.path) accepts all its URLs, even those "
              + "without '\(item)'",
            help: "\"?*\" there accepts only URLs with '\(item)'")
          continue
        }
        let isSame = rule.isExclude == earlier.isExclude
        report.finding(
          .warning, rule.spot,
          "the rule is never reached: \(earlier.spot.path) accepts all its URLs, with "
            + (isSame ? "the same effect" : "the opposite effect"),
          repairs: isSame ? [.delete(rule.spot)] : moving(rule, before: earlier, variables),
          otherwise: isSame
            ? "some systems read that rule differently, so they still need this one"
            : "the first rule that matches decides: specific rules belong in front")
      }
    }
  }

  /// A rule with an item that may be absent would decide more than its author may have meant, and one
  /// with a fault nothing anywhere. The help names the verdict that it changes.
  private static func moving(
    _ rule: AppleFile.Rule, before earlier: AppleFile.Rule, _ variables: SubstitutionVariables?
  ) -> [Repair] {
    guard rule.optionalItem == nil,
      let url = ExampleURL(rule.effective, variables: variables),
      ComponentMatcher(rule.effective, variables: variables).accepts(url.parts)
    else { return [] }
    let consequence = rule.isExclude ? "stays in the browser" : "opens the app"
    return [
      .move(
        rule.spot, before: earlier.spot,
        help: "move it before that rule: '\(url.text)' then \(consequence)",
        effect: .decides(rules: [earlier.spot.path]))
    ]
  }

  /// Whether the earlier rule accepts all URLs of the other one even when its items are required, as
  /// its author may have meant.
  private static func holdsWithItems(
    _ rule: AppleFile.Rule, _ earlier: AppleFile.Rule, _ variables: SubstitutionVariables?,
    _ budget: inout WorkBudget
  ) -> Bool {
    var strict = earlier.effective
    strict.requireItems()
    return budget.share(Self.budgetOfPair) {
      DecisionSearch.covers(strict, rule.effective, variables, &$0)
    }
  }
}

extension AppleFile.Rule {
  /// The name of the first query item that any value and none fits.
  fileprivate var optionalItem: String? {
    guard case .items(let items) = effective.query else { return nil }
    return items.first(where: \.pattern.isStars)?.name
  }
}

extension Component {
  fileprivate mutating func requireItems() {
    guard case .items(let items) = query else { return }
    query = .items(
      items.map { .init(name: $0.name, pattern: $0.pattern.isStars ? "?*" : $0.pattern) })
  }
}
