/// Whether one rule accepts every URL that another accepts, decided from the patterns themselves.
///
/// "No" may mean undecided; "yes" is always right.
package struct Containment {
  package struct Shape {
    let component: Component
    /// The forms of the path: `/a/*` also covers `/a`.
    fileprivate let paths: [[PatternNode]]
    fileprivate let items: [(name: String, nodes: [PatternNode])]?
    fileprivate let query: [PatternNode]?
    fileprivate let fragment: [PatternNode]?
    fileprivate let ignoresCase: Bool
    fileprivate let decodes: Bool
    /// Whether the rule uses an undefined variable, so that nothing matches it.
    fileprivate let isImpossible: Bool
    /// The bytes with which every accepted path begins; empty when unknown.
    package let literalPrefix: [UInt8]

    package init(_ component: Component, _ variables: SubstitutionVariables?) {
      self.component = component
      ignoresCase = component.caseSensitive == false
      self.decodes = component.percentEncoded == false
      let decodes = component.percentEncoded == false
      func parsed(_ text: String) -> [PatternNode] {
        let nodes = PatternParser.nodes(text, variables)
        return decodes ? nodes.countingCharacters : nodes
      }
      let forms = component.path.map { PathPattern.alternatives($0, variables) } ?? [[.many]]
      paths = decodes ? forms.map(\.countingCharacters) : forms
      let isPlain = !ignoresCase && !decodes
      literalPrefix = isPlain ? (paths.last ?? []).prefix { $0.byte != nil }.compactMap(\.byte) : []
      fragment = component.fragment.map(parsed)
      switch component.query {
      case .string(let text) where !text.isStars: (query, items) = (parsed(text), nil)
      case .items(let list): (query, items) = (nil, list.map { ($0.name, parsed($0.pattern)) })
      default: (query, items) = (nil, nil)
      }
      let all = paths + (items ?? []).map(\.nodes) + [query ?? [], fragment ?? []]
      isImpossible = all.contains { $0.contains(.nothing) }
    }
  }

  let wide: Shape
  let narrow: Shape

  /// Whether `wide` accepts everything that `narrow` accepts; false when the budget runs out.
  package static func holds(_ wide: Shape, _ narrow: Shape, _ budget: inout WorkBudget) -> Bool {
    Containment(wide: wide, narrow: narrow).holds(&budget)
  }

  private func holds(_ budget: inout WorkBudget) -> Bool {
    guard budget.spend(4) else { return false }
    for inner in narrow.paths {
      let isCovered = wide.paths.contains { covers($0, inner, &budget) }
      guard isCovered else { return false }
    }
    if let fragment = wide.fragment {
      guard covers(fragment, narrow.fragment ?? [.many], &budget) else { return false }
    }
    return holdsQuery(&budget)
  }

  private func holdsQuery(_ budget: inout WorkBudget) -> Bool {
    if let query = wide.query {
      guard let inner = narrow.query else { return false }
      return covers(query, inner, &budget)
    }
    guard let items = wide.items else { return true }
    for (name, nodes) in items {
      if nodes.allSatisfy(\.isMany), !nodes.isEmpty { continue }
      let others = narrow.items ?? []
      guard wide.ignoresCase == narrow.ignoresCase, budget.spend(others.count) else { return false }
      guard let inner = others.first(where: { $0.name == name })?.nodes else { return false }
      guard covers(nodes, inner, &budget) else { return false }
    }
    return true
  }

  private func covers(
    _ outer: [PatternNode], _ inner: [PatternNode], _ budget: inout WorkBudget
  ) -> Bool {
    if outer.first?.isMany == true, outer.allSatisfy(\.isMany) { return true }
    guard wide.decodes == narrow.decodes, !narrow.isImpossible else { return false }
    let letters: PatternCover.Letters =
      wide.ignoresCase ? .folded : narrow.ignoresCase ? .innerOfEitherCase : .asWritten
    return PatternCover(inner: inner, letters: letters).isCovered(by: outer, &budget)
  }
}

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
