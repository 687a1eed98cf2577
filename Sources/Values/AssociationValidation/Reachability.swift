package import AppAssociation

/// The unreachable rules of a list: an earlier rule accepts everything they accept.
struct Reachability {
  struct Shadow {
    let rule: Int
    let earlier: Int
  }

  private(set) var shadows: [Shadow] = []
  /// The budget left after all comparisons; below zero when something stayed undecided.
  private(set) var budget: WorkBudget

  /// Enough for lists of a few thousand rules of any kind.
  static let usualBudget = 20_000_000
  /// Two patterns of many thousand characters must not use up the budget of all others.
  private static let pairBudget = 2_000_000

  init(
    _ components: [Component], _ variables: SubstitutionVariables?, budget limit: Int = usualBudget
  ) {
    budget = WorkBudget(left: limit)
    let shapes = components.map { Containment.Shape($0, variables) }
    let index = PrefixIndex(shapes.map(\.literalPrefix))
    for (number, shape) in shapes.enumerated() {
      let prefix = shape.literalPrefix[...]
      let earlier = index.first(prefix.span, below: number) { candidate in
        // Once the budget is spent, the first candidate ends the search.
        budget.isSpent || holds(shapes[candidate], shape)
      }
      guard !budget.isSpent else { return }
      if let earlier { shadows.append(Shadow(rule: number, earlier: earlier)) }
    }
  }

  private mutating func holds(_ wide: Containment.Shape, _ narrow: Containment.Shape) -> Bool {
    var pair = WorkBudget(left: min(Self.pairBudget, budget.left))
    let before = pair.left
    let holds = Containment.holds(wide, narrow, &pair)
    _ = budget.spend(before - pair.left)
    return holds
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
      .map { ($0.rule, $0.earlier) }
  }
}
