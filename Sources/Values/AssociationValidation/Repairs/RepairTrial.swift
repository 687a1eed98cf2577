import AppAssociation
import JSONSyntax
import Platforms

/// Carries repairs out on a copy of an Apple file and compares the verdicts on example URLs, and on
/// one URL for each pair of rules that decide differently before and after, on every version of iOS
/// that reads files differently.
///
/// Beyond its budget no repair is permitted. The search for pairs has a share of its own: in files that
/// are too large for it the example URLs decide.
final class RepairTrial {
  private let association: AppSiteAssociation
  private let variables: SubstitutionVariables
  private var known: [Set<Int>: [AssociationEvaluator]] = [:]
  /// The identifiers by index in `details`; empty for elements that are not entries.
  private lazy var identifiersOfEntries: [Set<String>] = {
    let nodes = association.applinks?.node.member("details")?.array ?? []
    return nodes.map { node in
      node.object == nil ? [] : Set(Details(node, key: nil, path: "").mentionedIdentifiers)
    }
  }()

  private static let exampleLimit = 1500

  init(_ association: AppSiteAssociation) {
    self.association = association
    variables = association.variables
  }

  /// Whether the repair changes no verdict except those that it is meant to change.
  func permits(_ repair: Repair, _ budget: inout WorkBudget) -> Bool {
    guard budget.spend(association.byteCount / 4) else { return false }
    let entries = affectedEntries(repair)
    guard let before = evaluators(entries, &budget) else { return false }
    let root = Self.focused(repair.applied(to: association.document.root), entries)
    guard let after = evaluators(root, &budget) else { return false }
    var urls = ExampleURLs(limit: Self.exampleLimit, budget)
    for evaluator in [before.last, after.last].compactMap(\.self) {
      for entry in evaluator.entries {
        urls.add(entry.rules.map(\.component), variables: evaluator.variables)
      }
    }
    budget = urls.budget
    guard let old = before.first, let new = after.first else { return false }
    let changedVariables = old.association.changedVariables(new.association)
    var compared: Set<[[ComparedRules.Rule]]> = []
    return zip(before, after).allSatisfy { old, new in
      VerdictComparison(
        old: old, new: new, effect: repair.effect, changedVariables: changedVariables
      ).holds(for: urls.all, &budget, &compared)
    }
  }

  // MARK: - The entries that count

  /// The indexes in `details` of the entries that the repair touches, and of those that share an
  /// app with one; nil for all entries.
  private func affectedEntries(_ repair: Repair) -> Set<Int>? {
    guard let links = association.applinks, !links.isDictionary else { return nil }
    let nodes = links.node.member("details")?.array ?? []
    var touched: Set<Int> = []
    for edit in repair.edits {
      let index = nodes.lastIndex { $0.offset <= edit.offset }
      guard let index, edit.offset < (links.detailsEnd ?? .max) else { return nil }
      touched.insert(index)
    }
    let identifiers = identifiersOfEntries
    let apps = touched.reduce(into: Set<String>()) { $0.formUnion(identifiers[$1]) }
    return touched.union(nodes.indices.filter { !identifiers[$0].isDisjoint(with: apps) })
  }

  /// The file with the other entries emptied, which keep their positions.
  private static func focused(_ root: JSONNode, _ entries: Set<Int>?) -> JSONNode {
    guard let entries, let details = root.member("applinks")?.member("details"),
      let nodes = details.array
    else { return root }
    let kept = nodes.enumerated().map { index, node in
      entries.contains(index) ? node : JSONNode(offset: node.offset, value: .null)
    }
    return JSONEdit.replace(details.offset, .array(kept)).applied(to: root)
  }

  // MARK: - Evaluators

  private func evaluators(
    _ entries: Set<Int>?, _ budget: inout WorkBudget
  ) -> [AssociationEvaluator]? {
    let key = entries ?? [-1]
    if let evaluators = known[key] { return evaluators }
    let made = evaluators(Self.focused(association.document.root, entries), &budget)
    known[key] = made
    return made
  }

  /// One for each way of reading files, oldest first; nil when the budget is spent.
  private func evaluators(
    _ root: JSONNode, _ budget: inout WorkBudget
  ) -> [AssociationEvaluator]? {
    let file = AppSiteAssociation(
      association.document.with(root: root), byteCount: 0, isSigned: association.isSigned)
    let rules = (file.applinks?.details ?? []).flatMap { ($0.components ?? []) + ($0.paths ?? []) }
    let systems = SystemVersion.iOSGenerations
    let patterns = rules.lazy.flatMap(\.component.patterns)
    let size = patterns.reduce(rules.count * 20 + 100) { $0 + $1.utf8.count / 4 }
    guard budget.spend(size * systems.count) else { return nil }
    let isSame = association.changedVariables(file).isEmpty
    if !isSame, !budget.spend(association.byteCount * 2) { return nil }
    let variables = isSame ? variables : file.variables
    return systems.map { AssociationEvaluator(file, system: $0, variables) }
  }
}

private struct VerdictComparison {
  let old: AssociationEvaluator
  let new: AssociationEvaluator
  let effect: Repair.Effect
  let changedVariables: Set<String>

  /// Enough for files of some hundred rules.
  private static let budgetOfPairs = 300_000

  /// - Parameter compared: the rules before and after for which it is known to hold.
  func holds(
    for urls: [ExampleURL], _ budget: inout WorkBudget,
    _ compared: inout Set<[[ComparedRules.Rule]]>
  ) -> Bool {
    var groups: Set<[[Int]]> = []
    for app in old.identifiers + new.identifiers where !app.contains(where: \.isWhitespace) {
      let positions = [old.positions(of: app), new.positions(of: app)]
      guard budget.spend(20 + positions.joined().count) else { return false }
      guard groups.insert(positions).inserted else { continue }
      let count = old.ruleCount(of: app) + new.ruleCount(of: app)
      guard budget.spend(count * 10) else { return false }
      let before = ComparedRules(old, app: app, file: .old, changedVariables)
      let after = ComparedRules(new, app: app, file: .new, changedVariables)
      guard before.meanings != after.meanings,
        compared.insert([before.rules, after.rules]).inserted
      else { continue }
      guard holds(for: urls, app, &budget) else { return false }
      // A URL for each pair of rules that decide differently, as far as the search gets.
      let pairs = budget.share(Self.budgetOfPairs) { DecisionSearch(before, after, &$0).urls }
      guard !budget.isExceeded, pairs.allSatisfy({ verdicts($0, app, &budget) != nil }) else {
        return false
      }
    }
    return true
  }

  private func holds(
    for urls: [ExampleURL], _ app: String, _ budget: inout WorkBudget
  ) -> Bool {
    // The rules that opened a URL, and those that still do.
    var opening: Set<String> = []
    var surviving: Set<String> = []
    for url in urls {
      guard let (before, after) = verdicts(url, app, &budget) else { return false }
      guard before.decision == .match, let rule = before.rule else { continue }
      opening.insert(rule)
      if after.decision == .match { surviving.insert(rule) }
    }
    guard case .decides = effect else { return true }
    return opening == surviving
  }

  /// The verdicts before and after; nil when they differ and are not meant to, and when the budget
  /// is spent.
  private func verdicts(
    _ url: ExampleURL, _ app: String, _ budget: inout WorkBudget
  ) -> (before: Verdict, after: Verdict)? {
    guard let before = old.verdict(for: url.parts, app: app, &budget),
      let after = new.verdict(for: url.parts, app: app, &budget)
    else { return nil }
    return before.decision == after.decision || isMeant(before, after) ? (before, after) : nil
  }

  private func isMeant(_ before: Verdict, _ after: Verdict) -> Bool {
    guard before.decision != .noMatch else { return effect != .none }
    switch effect {
    case .none, .fills: return false
    case .corrects(let rule): return before.rule == rule
    case .decides(let rules): return after.rule.map(rules.contains) ?? false
    }
  }
}
