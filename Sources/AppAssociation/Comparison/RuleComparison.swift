/// The rules of one app in two files, as one version reads them.
struct RuleComparison {
  private struct Rule {
    let path: String
    /// Settings resolved and spelt out, variables included, without the comment.
    let meaning: Meaning
    let component: Component
  }

  private struct Meaning: Hashable {
    let component: Component
    let variables: [String: [String]]
  }

  private let app: String
  private let old: AssociationEvaluator
  private let new: AssociationEvaluator

  init(app: String, old: AssociationEvaluator, new: AssociationEvaluator) {
    self.app = app
    self.old = old
    self.new = new
  }

  /// Nil when the version sees no change.
  var generation: AssociationDifference.Generation? {
    let before = rules(old)
    let after = rules(new)
    let first = before.map(\.meaning)
    let second = after.map(\.meaning)
    guard first != second, reduced(first, old) != reduced(second, new) else { return nil }
    let changes = changes(before, after)
    return AssociationDifference.Generation(
      since: new.system, changes: changes, examples: examples(before + after))
  }

  private func rules(_ evaluator: AssociationEvaluator) -> [Rule] {
    let custom = Dictionary(
      evaluator.association.applinks?.substitutionVariables.map { ($0.name, $0.values) } ?? []
    ) { first, _ in first }
    return evaluator.rules(of: app).flatMap { entry in
      entry.rules.map { rule in
        let component = rule.component.spelledOut
        let names =
          evaluator.features.knowsVariables && !rule.source.isLegacy
          ? Set(component.patterns.flatMap(\.variableNames).compactMap(\.self)) : []
        let variables = custom.filter { names.contains($0.key) }
        return Rule(
          path: entry.details.path(of: rule.source),
          meaning: Meaning(component: component, variables: variables), component: component)
      }
    }
  }

  /// Without rules that are never asked, and with neighbours that decide no URL differently in a
  /// fixed order.
  private func reduced(_ rules: [Meaning], _ evaluator: AssociationEvaluator) -> [Meaning] {
    let knows = evaluator.features.knowsVariables
    let variables = knows ? evaluator.variables : nil
    let shadowed = Set(Reachability(rules.map(\.component), variables).shadows.map(\.rule))
    var kept = rules.indices.filter { !shadowed.contains($0) }.map { rules[$0] }
    guard kept.count <= 2000 else { return kept }
    let shapes = Dictionary(kept.map { ($0, Overlap.Shape($0.component)) }) { first, _ in first }
    let keys = Dictionary(kept.map { ($0, "\($0)") }) { first, _ in first }
    for end in kept.indices {
      var position = end
      while position > 0 {
        let one = kept[position - 1]
        let other = kept[position]
        guard keys[other] ?? "" < keys[one] ?? "" else { break }
        let commute =
          one.component.exclude == other.component.exclude
          || !isPossible(shapes[one], shapes[other])
        guard commute else { break }
        kept.swapAt(position - 1, position)
        position -= 1
      }
    }
    return kept
  }

  private func isPossible(_ one: Overlap.Shape?, _ other: Overlap.Shape?) -> Bool {
    guard let one, let other else { return true }
    return Overlap.isPossible(one, other)
  }

  /// What is common in the same order stays; of the rest, equal rules moved, rules with the same
  /// path changed, and the others came or went.
  private func changes(_ before: [Rule], _ after: [Rule]) -> [AssociationDifference.Change] {
    let difference = after.map(\.meaning).difference(from: before.map(\.meaning))
    var removed: [Int] = []
    var added: [Int] = []
    for step in difference {
      switch step {
      case .remove(let offset, _, _): removed.append(offset)
      case .insert(let offset, _, _): added.append(offset)
      }
    }
    var changes: [(position: Int, change: AssociationDifference.Change)] = []
    for offset in added.sorted() {
      let rule = after[offset]
      let moved = removed.firstIndex { before[$0].meaning == rule.meaning }
      let changed = removed.firstIndex { before[$0].component.path == rule.component.path }
      let partner = (moved ?? changed).map { removed.remove(at: $0) }
      let kind: AssociationDifference.Change.Kind =
        moved != nil ? .moved : changed != nil ? .changed : .added
      changes.append(
        (
          offset,
          .init(
            kind: kind, old: partner.map { before[$0].path }, new: rule.path,
            rule: rule.component,
            before: kind == .changed ? partner.map { before[$0].component } : nil)
        ))
    }
    for offset in removed {
      let rule = before[offset]
      changes.append(
        (
          offset,
          .init(
            kind: .removed, old: rule.path, new: nil, rule: rule.component, before: nil)
        ))
    }
    return changes.sorted { $0.position < $1.position }.map(\.change)
  }

  /// Made from the patterns of all rules, kept where the verdicts differ.
  private func examples(_ rules: [Rule]) -> [AssociationDifference.Example] {
    var seen: Set<String> = []
    var examples: [AssociationDifference.Example] = []
    for seed in 0..<4 {
      for rule in rules {
        let variables = SubstitutionVariables(rule.meaning.variables.map { ($0.key, $0.value) })
        guard examples.count < 10,
          let sample = SampleURL(rule.component, variables: variables, seed: seed),
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

extension Component {
  /// Absent keys with the value that they have by default; `exclude` as true or nothing.
  fileprivate var spelledOut: Component {
    var result = self
    result.comment = nil
    result.exclude = exclude == true ? true : nil
    result.caseSensitive = caseSensitive == false ? false : nil
    result.percentEncoded = percentEncoded == false ? false : nil
    return result
  }
}
