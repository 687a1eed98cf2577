package import AppAssociation

/// The unreachable rules of a list: an earlier rule accepts everything they accept.
struct Reachability {
  private(set) var shadows: [(rule: Int, earlier: Int)] = []
  /// The budget left after all comparisons; below zero when something stayed undecided.
  private(set) var budget: WorkBudget

  /// Enough for lists of a few thousand rules of any kind.
  static let usualBudget = 20_000_000

  init(
    _ components: [Component], _ variables: SubstitutionVariables?, budget limit: Int = usualBudget
  ) {
    budget = WorkBudget(left: limit)
    let rules = CompiledRules(components.map { ComponentMatcher($0, variables: variables) })
    for (number, component) in components.enumerated() {
      // Nearly all other rules refuse one of its examples.
      let texts = (0..<4).compactMap { ExampleURL(component, variables: variables, seed: $0) }
      let own = texts.filter(rules.matchers[number].accepts)
      let examples = own.isEmpty ? texts : own
      guard let example = examples.first, budget.spend(1) else { continue }
      let earlier = rules.first(example, below: number) { candidate in
        // Once the budget is spent, the first candidate ends the search.
        guard budget.spend(10 + example.parts.path.count / 8) else { return true }
        return examples.allSatisfy(rules.matchers[candidate].accepts)
          && DecisionSearch.covers(components[candidate], component, variables, &budget)
      }
      guard !budget.isSpent else { return }
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
