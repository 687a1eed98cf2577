package import AppAssociation

/// The unreachable rules of a list: an earlier rule accepts everything they accept.
struct Reachability {
  private(set) var shadows: [(rule: Int, earlier: Int)] = []
  /// False when the budget ended, or a pair's share of it.
  private(set) var isComplete = true
  /// The budget left after all comparisons.
  private(set) var budget: WorkBudget

  /// Enough for lists of a thousand rules of any kind.
  static let usualBudget = 10_000_000
  /// The share of one pair of rules.
  private static let budgetOfPair = 1_000_000

  init(
    _ components: [Component], _ variables: SubstitutionVariables?, budget limit: Int = usualBudget
  ) {
    budget = WorkBudget(left: limit)
    let rules = CompiledRules(components.map { ComponentMatcher($0, variables: variables) })
    func accepts(_ number: Int, _ url: ExampleURL) -> Bool {
      let matcher = rules.matchers[number]
      return budget.spend(matcher.steps(url.parts)) && matcher.accepts(url.parts)
    }
    for (number, component) in components.enumerated() {
      // Nearly all other rules refuse one of its examples.
      let texts = (0..<4).compactMap { ExampleURL(component, variables: variables, seed: $0) }
      let own = texts.filter { accepts(number, $0) }
      let examples = own.isEmpty ? texts : own
      guard let example = examples.first else { continue }
      let earlier = rules.first(example.parts, below: number) { candidate in
        // Once the budget is spent, the first candidate ends the search.
        let isAccepting = examples.allSatisfy { accepts(candidate, $0) }
        guard isAccepting, !budget.isExceeded else { return budget.isExceeded }
        let (covers, isCut) = budget.share(Self.budgetOfPair) { budget in
          let wide = components[candidate]
          return (
            DecisionSearch.covers(wide, component, variables, &budget), budget.isExceeded
          )
        }
        if isCut { isComplete = false }
        return covers
      }
      guard !budget.isExceeded else {
        isComplete = false
        return
      }
      if let earlier { shadows.append((number, earlier)) }
    }
  }
}

extension RoutingRule {
  /// Finds rules that no URL reaches, each with an earlier one that accepts all of its URLs; omits
  /// those that would take too much work to find.
  package static func unreachable(
    _ rules: [RoutingRule], substitutionVariables: [(name: String, values: [String])]
  ) -> [(rule: Int, earlier: Int)] {
    let components = rules.map(\.component.withoutCaptures)
    return Reachability(components, SubstitutionVariables(substitutionVariables)).shadows
  }
}
