import Platforms

/// A comparison of two files, app by app, as one system version reads them.
struct GenerationComparison {
  enum Outcome {
    case same
    case different(AssociationDifference.Content)
    case undecided
  }

  private let old: AssociationEvaluator
  private let new: AssociationEvaluator
  /// The variables whose values differ between the files.
  private let changedVariables: Set<String>
  /// The results by the positions of an app's entries; apps with equal ones have the same rules.
  private var known: [[[Int]]: Outcome] = [:]
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

  /// The values of each variable; of several variables with the same name, the first counts.
  private static func variables(_ association: AppSiteAssociation) -> [String: [String]] {
    let variables = association.applinks?.substitutionVariables ?? []
    return Dictionary(variables.map { ($0.name, $0.values) }) { first, _ in first }
  }

  mutating func outcome(of app: String) -> Outcome {
    let entries = [old.positions(of: app), new.positions(of: app)]
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
    let changes = RuleChanges(from: before.rules, to: after.rules).changes
    var examples = DifferingExamples()
    let verdicts = { [old, new] (url: ExampleURL) in
      (old.verdict(for: url.parts, app: app), new.verdict(for: url.parts, app: app))
    }
    examples.collect(changedFirst(before, after, changes), &budget, verdicts)
    let search = DecisionSearch(before, after, &budget)
    examples.collect(search.urls, &budget, verdicts)
    if examples.count == 0, search.isComplete { return .same }
    return .different(
      .init(changes: changes, examples: examples.listed, moreExamples: examples.more))
  }

  /// URLs made from the rules of both files, changed rules first.
  private func changedFirst(
    _ before: ComparedRules, _ after: ComparedRules, _ changes: [AssociationDifference.Change]
  ) -> [ExampleURL] {
    let oldPaths = Set(changes.compactMap(\.old))
    let newPaths = Set(changes.compactMap(\.new))
    var urls = ExampleURLs(limit: 600)
    let lists = [(before, oldPaths, old.variables), (after, newPaths, new.variables)]
    for isChanged in [true, false] {
      for (compared, paths, variables) in lists {
        let rules = compared.rules.filter { paths.contains($0.path) == isChanged }
        urls.add(rules.map(\.component), variables: variables)
      }
    }
    return urls.all
  }
}

/// The URLs with different verdicts in two files: one for each pair of deciding rules, and the
/// number of the others. URLs that stop or start opening the app come first.
struct DifferingExamples {
  private(set) var count = 0
  private var first: [AssociationDifference.Example] = []
  private var seen: Set<[String?]> = []
  private var counted: Set<String> = []

  private static let listLimit = 10

  var listed: [AssociationDifference.Example] {
    let ordered = (0...2).flatMap { effect in first.filter { $0.effect == effect } }
    return Array(ordered.prefix(Self.listLimit))
  }

  var more: Int { count - min(first.count, Self.listLimit) }

  mutating func collect(
    _ urls: [ExampleURL], _ budget: inout WorkBudget, _ verdicts: (ExampleURL) -> (Verdict, Verdict)
  ) {
    for url in urls {
      guard budget.spend(2) else { return }
      let (old, new) = verdicts(url)
      guard old.decision != new.decision, counted.insert(url.text).inserted else { continue }
      count += 1
      guard seen.insert([old.rule, new.rule]).inserted else { continue }
      first.append(.init(url: url.text, old: old.decision, new: new.decision))
    }
  }
}

extension AssociationDifference.Example {
  /// The effect on taps, in order of interest: it stops opening the app, starts to, or does neither.
  fileprivate var effect: Int { old == .match ? 0 : new == .match ? 1 : 2 }
}
