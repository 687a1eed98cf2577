/// The rules of one app in the old or the new file, as one version reads them.
struct ComparedRules {
  /// The file a rule comes from.
  enum File { case old, new }

  struct Rule {
    let path: String
    let meaning: Meaning
    var component: Component { meaning.component }
  }

  /// The meaning of a rule, independent of its place.
  struct Meaning: Hashable {
    /// Settings resolved and written out, without the comment.
    let component: Component
    /// Nil where every variable of the rule has the same values in both files.
    let file: File?
  }

  let rules: [Rule]
  private let variables: SubstitutionVariables?

  init(
    _ evaluator: AssociationEvaluator, app: String, file: File, _ changedVariables: Set<String>
  ) {
    let knowsVariables = evaluator.features.knowsVariables
    variables = knowsVariables ? evaluator.variables : nil
    rules = evaluator.rules(of: app).flatMap { entry in
      entry.rules.map { rule in
        let component = rule.component.spelledOut
        let isOfFile =
          knowsVariables && !rule.source.isLegacy && !changedVariables.isEmpty
          && component.patterns.contains { pattern in
            pattern.variableNames.contains { $0.map(changedVariables.contains) ?? false }
          }
        return Rule(
          path: entry.details.path(of: rule.source),
          meaning: Meaning(component: component, file: isOfFile ? file : nil))
      }
    }
  }

  var meanings: [Meaning] { rules.map(\.meaning) }

  /// Drops unreachable rules and puts neighbours without a common URL in a fixed order. When the
  /// budget runs out, more rules than necessary are kept.
  func reduced(_ budget: inout WorkBudget) -> [Meaning] {
    let limit = min(budget.left / 4, Reachability.usualBudget)
    let reach = Reachability(rules.map(\.component), variables, budget: limit)
    _ = budget.spend(limit - reach.budget.left)
    let shadowed = Set(reach.shadows.map(\.rule))
    var kept = rules.indices.filter { !shadowed.contains($0) }.map { Kept(rules[$0].meaning) }
    for end in kept.indices {
      var position = end
      while position > 0, budget.spend(5), kept[position].precedes(kept[position - 1]) {
        kept.swapAt(position - 1, position)
        position -= 1
      }
    }
    return kept.map(\.meaning)
  }

  /// A rule with its sort key.
  private struct Kept {
    let meaning: Meaning
    private let key: [String]
    private let shape: Overlap.Shape

    init(_ meaning: Meaning) {
      self.meaning = meaning
      key = meaning.component.orderedParts
      shape = Overlap.Shape(meaning.component)
    }

    /// Whether the rule sorts before its neighbour and may trade places with it.
    func precedes(_ neighbour: Kept) -> Bool {
      guard key.lexicographicallyPrecedes(neighbour.key) else { return false }
      return meaning.component.exclude == neighbour.meaning.component.exclude
        || !Overlap.isPossible(shape, neighbour.shape)
    }
  }
}

extension Component {
  /// Fills absent keys with their default values; `exclude` is true or nil.
  fileprivate var spelledOut: Component {
    var result = self
    result.comment = nil
    result.exclude = exclude == true ? true : nil
    result.caseSensitive = caseSensitive == false ? false : nil
    result.percentEncoded = percentEncoded == false ? false : nil
    return result
  }

  /// Everything that distinguishes two rules, for sorting.
  fileprivate var orderedParts: [String] {
    func part(_ text: String?) -> String { text.map { "=" + $0 } ?? "" }
    let queries: [String] =
      switch query {
      case nil: ["none"]
      case .string(let text): ["string", text]
      case .items(let items): ["items"] + items.flatMap { [$0.name, $0.pattern] }
      }
    let flags = [exclude, caseSensitive, percentEncoded].map { part($0.map(\.description)) }
    return [part(path), part(fragment)] + flags + queries
  }
}
