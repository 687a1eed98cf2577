/// Two files as one version reads them, compared app by app.
struct GenerationComparison {
  /// The result for the rules of one app.
  enum Outcome {
    case same
    case different(AssociationDifference.Generation)
    /// The budget ran out.
    case undecided
  }

  /// Apps with the same entries have the same rules.
  private struct Entries: Hashable {
    let old: [Int]
    let new: [Int]
  }

  private let old: AssociationEvaluator
  private let new: AssociationEvaluator
  /// The variables whose values differ between the files.
  private let changedVariables: Set<String>
  private var known: [Entries: Outcome] = [:]
  private(set) var budget: WorkBudget

  /// Enough for files of a few thousand rules.
  static let usualBudget = 50_000_000

  init(
    _ old: AppSiteAssociation, _ new: AppSiteAssociation, system: SystemVersion, budget: Int
  ) {
    self.old = AssociationEvaluator(old, system: system)
    self.new = AssociationEvaluator(new, system: system)
    self.budget = WorkBudget(left: budget)
    let before = Self.variables(old)
    let after = Self.variables(new)
    changedVariables = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
  }

  /// The first of several values with the same name counts.
  private static func variables(_ association: AppSiteAssociation) -> [String: [String]] {
    let variables = association.applinks?.substitutionVariables ?? []
    return Dictionary(variables.map { ($0.name, $0.values) }) { first, _ in first }
  }

  mutating func outcome(of app: String) -> Outcome {
    let entries = Entries(old: old.positions(of: app), new: new.positions(of: app))
    if let outcome = known[entries] { return outcome }
    let outcome = compare(app)
    known[entries] = outcome
    return outcome
  }

  private mutating func compare(_ app: String) -> Outcome {
    let count = [old, new].reduce(0) { $0 + $1.rules(of: app).reduce(0) { $0 + $1.rules.count } }
    guard budget.spend(count * 10) else { return .undecided }
    let before = ComparedRules(old, app: app, file: .old, changedVariables)
    let after = ComparedRules(new, app: app, file: .new, changedVariables)
    guard before.meanings != after.meanings else { return .same }
    guard before.reduced(&budget) != after.reduced(&budget) else { return .same }
    let changes = RuleChanges(from: before.rules, to: after.rules).changes
    let examples = examples(app, before, after, changes)
    return .different(.init(since: new.system, changes: changes, examples: examples))
  }

  /// Sample URLs from the patterns of the rules, changed rules first, kept where the verdicts
  /// differ.
  private mutating func examples(
    _ app: String, _ before: ComparedRules, _ after: ComparedRules,
    _ changes: [AssociationDifference.Change]
  ) -> [AssociationDifference.Example] {
    let places = Set(changes.flatMap { [$0.old, $0.new] }.compactMap(\.self))
    let all =
      before.rules.map { ($0, old.variables) } + after.rules.map { ($0, new.variables) }
    let rules =
      all.filter { places.contains($0.0.path) } + all.filter { !places.contains($0.0.path) }
    var seen: Set<String> = []
    var examples: [AssociationDifference.Example] = []
    for seed in 0..<4 {
      for (rule, variables) in rules where examples.count < 10 {
        // Each sample may be compared with every rule of both files.
        guard budget.spend(all.count) else { return examples }
        guard let sample = SampleURL(rule.component, variables: variables, seed: seed),
          seen.insert(sample.text).inserted
        else { continue }
        let before = old.verdict(for: sample.parts, app: app).decision
        let after = new.verdict(for: sample.parts, app: app).decision
        if before != after {
          examples.append(.init(url: sample.text, old: before, new: after))
        }
      }
    }
    return examples
  }
}
