import AppAssociation
import JSONSyntax
import Platforms

/// Carries repairs out on a copy of an Apple file and compares the verdicts on example URLs, and on
/// one URL for each pair of rules that decide differently before and after, on every version of iOS
/// that reads files differently.
///
/// The number of evaluations is bounded for the whole file; beyond it no repair is permitted, and
/// findings come without one. The search for pairs is bounded for each version: in files that are too
/// large for it the example URLs decide.
final class RepairTrial {
  private let association: AppSiteAssociation
  private var budget: WorkBudget
  private var known: [Set<Int>: [AssociationEvaluator]] = [:]
  /// The identifiers by index in `details`; empty for elements that are not entries.
  private lazy var identifiersOfEntries: [Set<String>] = {
    let nodes = association.applinks?.node.member("details")?.array ?? []
    return nodes.map { node in
      node.object == nil ? [] : Set(Details(node, key: nil, path: "").mentionedIdentifiers)
    }
  }()

  /// Enough for a hundred repairs of a file with a hundred rules.
  static let usualBudget = 1_500_000
  private static let exampleLimit = 1500

  init(_ association: AppSiteAssociation, budget: Int = usualBudget) {
    self.association = association
    self.budget = WorkBudget(left: budget)
  }

  /// Whether the repair changes no verdict except those that it is meant to change.
  func permits(_ repair: Repair) -> Bool {
    let entries = affectedEntries(repair)
    guard let before = evaluators(entries) else { return false }
    let root = Self.focused(repair.applied(to: association.document.root), entries)
    guard let after = evaluators(root) else { return false }
    var urls = ExampleURLs(limit: Self.exampleLimit)
    for evaluator in [before.last, after.last].compactMap(\.self) {
      for entry in evaluator.entries {
        urls.add(entry.rules.map(\.component), variables: evaluator.variables)
      }
    }
    var searched: Set<[[ComparedRules.Meaning]]> = []
    return zip(before, after).allSatisfy { old, new in
      VerdictComparison(old: old, new: new, effect: repair.effect)
        .holds(for: urls.all, &budget, &searched)
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

  private func evaluators(_ entries: Set<Int>?) -> [AssociationEvaluator]? {
    let key = entries ?? [-1]
    if let evaluators = known[key] { return evaluators }
    let made = evaluators(Self.focused(association.document.root, entries))
    known[key] = made
    return made
  }

  /// One for each way of reading files, oldest first; nil when the budget is spent.
  private func evaluators(_ root: JSONNode) -> [AssociationEvaluator]? {
    let file = AppSiteAssociation(
      association.document.with(root: root), byteCount: 0, isSigned: association.isSigned)
    let rules = (file.applinks?.details ?? []).reduce(1) {
      $0 + ($1.components?.count ?? 0) + ($1.paths?.count ?? 0)
    }
    // Compiling a rule takes as long as a few evaluations.
    guard budget.spend(rules * SystemVersion.iOSGenerations.count * 4) else { return nil }
    return SystemVersion.iOSGenerations.map { AssociationEvaluator(file, system: $0) }
  }
}

private struct VerdictComparison {
  let old: AssociationEvaluator
  let new: AssociationEvaluator
  let effect: Repair.Effect

  /// - Parameter searched: the rules before and after of which every pair is known to hold.
  func holds(
    for urls: [ExampleURL], _ budget: inout WorkBudget,
    _ searched: inout Set<[[ComparedRules.Meaning]]>
  ) -> Bool {
    var groups: Set<[[Int]]> = []
    for app in old.identifiers + new.identifiers
    where !app.contains(where: \.isWhitespace)
      && groups.insert([old.positions(of: app), new.positions(of: app)]).inserted
    {
      guard budget.spend(urls.count * 2), holds(for: urls, app),
        pairs(app, &searched).allSatisfy({ verdicts($0, app) != nil })
      else { return false }
    }
    return true
  }

  /// A URL for each pair of rules that decide differently, as far as the search gets.
  private func pairs(
    _ app: String, _ searched: inout Set<[[ComparedRules.Meaning]]>
  ) -> [ExampleURL] {
    let before = ComparedRules(old, app: app, file: .old, [])
    let after = ComparedRules(new, app: app, file: .new, [])
    guard before.meanings != after.meanings,
      searched.insert([before.meanings, after.meanings]).inserted
    else { return [] }
    // Enough for files of some hundred rules.
    var budget = WorkBudget(left: 200_000)
    return DecisionSearch(before, after, &budget).urls
  }

  private func holds(for urls: [ExampleURL], _ app: String) -> Bool {
    // The rules that opened a URL, and those that still do.
    var opening: Set<String> = []
    var surviving: Set<String> = []
    for url in urls {
      guard let (before, after) = verdicts(url, app) else { return false }
      guard before.decision == .match, let rule = before.rule else { continue }
      opening.insert(rule)
      if after.decision == .match { surviving.insert(rule) }
    }
    guard case .decides = effect else { return true }
    return opening == surviving
  }

  /// The verdicts before and after; nil when they differ and are not meant to.
  private func verdicts(_ url: ExampleURL, _ app: String) -> (before: Verdict, after: Verdict)? {
    let before = old.verdict(for: url.parts, app: app)
    let after = new.verdict(for: url.parts, app: app)
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
