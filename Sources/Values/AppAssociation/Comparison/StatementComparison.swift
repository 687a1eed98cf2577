import JSONSyntax
import Platforms
import WebSyntax

extension AssociationDifference {
  /// Compares two of Google's files: the grants of their statements, and the URLs that the rules of
  /// Dynamic App Links open.
  public init(from old: AssetLinks, to new: AssetLinks) {
    let packages = (old.packageNames + new.packageNames).withoutRepeats
    var comparison = DynamicComparison(old: old, new: new)
    let apps = packages.compactMap { comparison.changes(of: $0) }
    self.init(
      kind: .android, apps: apps,
      statements: StatementComparison(old: .init(old), new: .init(new)).changes,
      remarks: Self.remarks(undecided: comparison.undecided),
      isComplete: comparison.undecided.isEmpty)
  }
}

private struct StatementComparison {
  let old: Grants
  let new: Grants

  /// The changes, with removals first.
  var changes: [AssociationDifference.StatementChange] {
    changes(of: old, missingIn: new, isAdded: false)
      + changes(of: new, missingIn: old, isAdded: true)
  }

  private func changes(
    of grants: Grants, missingIn others: Grants, isAdded: Bool
  ) -> [AssociationDifference.StatementChange] {
    var changes: [AssociationDifference.StatementChange] = []
    for target in grants.targets {
      func add(_ relations: [String], _ fingerprint: String?) {
        changes.append(
          .init(
            target: target, relations: relations, fingerprint: fingerprint, isAdded: isAdded))
      }
      let relations = grants.relations[target] ?? []
      let lost = relations.filter { !others.all.contains([target, $0]) }
      if !lost.isEmpty || relations.isEmpty && !others.targets.contains(target) { add(lost, nil) }
      for fingerprint in grants.fingerprints[target] ?? [] {
        let revoked = relations.filter { relation in
          let grant = [target, relation, fingerprint]
          return others.all.contains([target, relation]) && grants.all.contains(grant)
            && !others.all.contains(grant)
        }
        if !revoked.isEmpty { add(revoked, fingerprint) }
      }
    }
    return changes
  }

  /// The relations and certificates granted to each target.
  struct Grants {
    private(set) var targets: [String] = []
    private(set) var relations: [String: [String]] = [:]
    private(set) var fingerprints: [String: [String]] = [:]
    /// Each target with a relation, and also with one of its certificates.
    private(set) var all: Set<[String]> = []

    init(_ links: AssetLinks) {
      for statement in links.statements {
        guard let target = statement.targetName else { continue }
        let own = statement.fingerprints.map { $0.uppercased() }
        targets.append(target)
        relations[target, default: []] += statement.relations
        fingerprints[target, default: []] += own
        for relation in statement.relations {
          all.formUnion([[target, relation]] + own.map { [target, relation, $0] })
        }
      }
      targets = targets.withoutRepeats
      relations = relations.mapValues(\.withoutRepeats)
      fingerprints = fingerprints.mapValues(\.withoutRepeats)
    }
  }
}

/// A comparison of the Dynamic App Links rules in two files, which Android honours since 15.
private struct DynamicComparison {
  /// Those of the old and the new file.
  private let evaluators: [AndroidEvaluator]
  private var budget = WorkBudget(left: 15_000_000)
  /// The packages that the budget was not enough for.
  private(set) var undecided: [String] = []

  private static let system = PlatformFeature.dynamicRules.introduction

  init(old: AssetLinks, new: AssetLinks) {
    evaluators = [old, new].map { AndroidEvaluator($0, system: Self.system) }
  }

  /// Returns the changes; nil when none were found in how the files decide the package's URLs.
  mutating func changes(of package: String) -> AssociationDifference.App? {
    let grants = evaluators.map { $0.granting(package) }
    let statements = grants.map { $0.first { $0.dynamicRules != nil } }
    // Without a grant, no rule is read; without rules, the manifest alone decides.
    let lists = zip(grants, statements).map { $0.isEmpty ? [] : rules($1) }
    let (before, after) = (lists[0] ?? [], lists[1] ?? [])
    guard before.map(\.meaning) != after.map(\.meaning) else { return nil }
    let changes = RuleChanges(from: before, to: after)
    let urls = changes.examples([(before, nil), (after, nil)], &budget)
    let others = ["/", "/x/y"].compactMap { ExampleURL(path: $0) }
    var examples = DifferingExamples()
    let elements = statements.reduce(0) { $0 + ($1?.dynamicRules?.array?.count ?? 0) }
    let steps = (before + after).reduce(elements * 10) { $0 + $1.component.stepsOnAndroid }
    let verdicts = {
      [evaluators] (url: ExampleURL, budget: inout WorkBudget) -> (Verdict, Verdict)? in
      guard budget.spend(steps), let url = WebURL("https://example.com" + url.text) else {
        return nil
      }
      let verdicts = evaluators.map { $0.explanation(for: url, package: package).verdict }
      return (verdicts[0], verdicts[1])
    }
    // Shares leave something for the search and for the other packages.
    budget.share(budget.left / 2) { examples.collect(urls + others, &$0, verdicts) }
    let search = budget.share(budget.left / 2) { budget in
      DecisionSearch(
        RuleConditions(android: lists[0]?.map(\.component), lists[1]?.map(\.component)), &budget)
    }
    examples.collect(search.urls, &budget, verdicts)
    if examples.count == 0, budget.isExceeded || !search.isComplete { undecided.append(package) }
    guard examples.count > 0 else { return nil }
    let content = AssociationDifference.Content(
      changes: changes.changes, examples: examples.listed, moreExamples: examples.more)
    return AssociationDifference.App(
      identifier: package,
      generations: [.init(since: Self.system, until: nil, content: content)])
  }

  /// The rules in effect; nil when the manifest alone decides.
  private func rules(_ statement: Statement?) -> [ComparedRules.Rule]? {
    guard let statement, let node = statement.dynamicRules,
      let rules = try? DynamicRule.list(node)
    else { return nil }
    return rules.enumerated().map { index, rule in
      ComparedRules.Rule(
        path: "\(statement.dynamicPath)[\(index)]",
        meaning: .init(component: rule.component, isLiteral: true, file: nil),
        component: rule.component)
    }
  }
}

extension Statement {
  /// The package, site, app or included list; nil when the statement has none.
  fileprivate var targetName: String? {
    if let include { return "include \(include)" }
    let target = node.member("target")
    if let packageName { return packageName }
    switch target?.member("namespace")?.string {
    case "web":
      return target?.member("site")?.string.map { site in
        let lower = site.lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
      }
    case "ios_app": return target?.member("appid")?.string
    default: return nil
    }
  }
}
