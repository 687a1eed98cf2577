import Platforms

/// A comparison of two files, app by app, as one system version after another reads them.
struct GenerationComparison {
  enum Outcome {
    case same
    case different(AssociationDifference.Content)
    case undecided
  }

  /// The old file and the new one.
  private let files: [AppSiteAssociation]
  private let variables: [SubstitutionVariables]
  /// The variables whose values differ between the files.
  private let changedVariables: Set<String>
  /// The results for rules before and after; most systems read the same ones.
  private var known: [[[ComparedRules.Rule]]: Outcome] = [:]
  private var budget: WorkBudget

  /// Enough for files of a few thousand rules.
  static let usualBudget = 20_000_000

  init(_ old: AppSiteAssociation, _ new: AppSiteAssociation, budget: Int) {
    files = [old, new]
    variables = files.map(\.variables)
    self.budget = WorkBudget(left: budget)
    changedVariables = old.changedVariables(new)
  }

  mutating func outcomes(of apps: [String], on system: SystemVersion) -> [Outcome] {
    let evaluators = zip(files, variables).map {
      AssociationEvaluator($0, system: system, $1)
    }
    // Apps with the same entries have the same rules.
    var known: [[[Int]]: Outcome] = [:]
    return apps.map { app in
      let entries = evaluators.map { $0.positions(of: app) }
      if let outcome = known[entries] { return outcome }
      let outcome = compare(evaluators[0], evaluators[1], app)
      known[entries] = outcome
      return outcome
    }
  }

  private mutating func compare(
    _ old: AssociationEvaluator, _ new: AssociationEvaluator, _ app: String
  ) -> Outcome {
    let count = old.ruleCount(of: app) + new.ruleCount(of: app)
    guard budget.spend(count * 10) else { return .undecided }
    let before = ComparedRules(old, app: app, file: .old, changedVariables)
    let after = ComparedRules(new, app: app, file: .new, changedVariables)
    guard before.meanings != after.meanings else { return .same }
    if let outcome = known[[before.rules, after.rules]] { return outcome }
    let changes = RuleChanges(from: before.rules, to: after.rules)
    var examples = DifferingExamples()
    let verdicts = { (url: ExampleURL, budget: inout WorkBudget) -> (Verdict, Verdict)? in
      guard let before = old.verdict(for: url.parts, app: app, &budget),
        let after = new.verdict(for: url.parts, app: app, &budget)
      else { return nil }
      return (before, after)
    }
    let lists = [(before.rules, variables[0]), (after.rules, variables[1])]
    examples.collect(changes.examples(lists, &budget), &budget, verdicts)
    let search = DecisionSearch(before, after, &budget)
    examples.collect(search.urls, &budget, verdicts)
    guard examples.count > 0 || !budget.isExceeded else { return .undecided }
    let outcome: Outcome =
      examples.count == 0 && search.isComplete
      ? .same
      : .different(
        .init(changes: changes.changes, examples: examples.listed, moreExamples: examples.more))
    known[[before.rules, after.rules]] = outcome
    return outcome
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
    _ urls: [ExampleURL], _ budget: inout WorkBudget,
    _ verdicts: (ExampleURL, inout WorkBudget) -> (Verdict, Verdict)?
  ) {
    for url in urls {
      guard let (old, new) = verdicts(url, &budget) else { return }
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
