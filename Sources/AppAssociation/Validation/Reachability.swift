/// Which rules of a list are never asked, because an earlier one accepts all they accept.
struct Reachability {
  /// Positions in the list.
  struct Shadow {
    let rule: Int
    let earlier: Int
  }

  private(set) var shadows: [Shadow] = []
  /// What was left when all was compared; below zero when something stayed undecided.
  private(set) var budget: WorkBudget

  /// Lists of a few thousand rules of any kind fit in it.
  static let usualBudget = 20_000_000
  /// Two patterns of many thousand characters must not use up what all the others need.
  private static let pairBudget = 2_000_000

  init(
    _ components: [Component], _ variables: SubstitutionVariables?, budget limit: Int = usualBudget
  ) {
    budget = WorkBudget(left: limit)
    let shapes = components.map { Containment.Shape($0, variables) }
    let index = PrefixIndex(shapes.map(\.literalPrefix))
    for (number, shape) in shapes.enumerated() {
      let earlier = index.first(shape.literalPrefix.span, below: number) { candidate in
        // Nothing else is asked once all is spent.
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
