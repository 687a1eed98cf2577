/// The changes between two lists of rules. Rules common to both lists in the same order are
/// unchanged. Of the rest, equal rules were moved, rules with the same path were changed, and the
/// others were added or removed.
struct RuleChanges {
  let changes: [AssociationDifference.Change]

  init(from before: [ComparedRules.Rule], to after: [ComparedRules.Rule]) {
    let kept = CommonOrder(before.map(\.meaning), after.map(\.meaning))
    let removed = before.indices.filter { !kept.old.contains($0) }
    let added = after.indices.filter { !kept.new.contains($0) }
    var partners = Partners(removed.map { ($0, before[$0].meaning) })
    var changes: [(position: Int, change: AssociationDifference.Change)] = []
    for offset in added {
      let rule = after[offset]
      let (kind, partner) = partners.take(rule.meaning)
      changes.append(
        (
          offset,
          .init(
            kind: kind, old: partner.map { before[$0].path }, new: rule.path, rule: rule.component,
            before: kind == .changed ? partner.map { before[$0].component } : nil)
        ))
    }
    for offset in removed where !partners.taken.contains(offset) {
      let rule = before[offset]
      changes.append(
        (offset, .init(kind: .removed, old: rule.path, new: nil, rule: rule.component, before: nil))
      )
    }
    self.changes = changes.sorted { $0.position < $1.position }.map(\.change)
  }
}

extension RuleChanges {
  /// URLs made from the rules of an old list and a new one, changed rules first.
  func examples(
    _ lists: [(rules: [ComparedRules.Rule], variables: SubstitutionVariables?)],
    _ budget: inout WorkBudget
  ) -> [ExampleURL] {
    var urls = ExampleURLs(limit: 600, budget)
    let changed = [Set(changes.compactMap(\.old)), Set(changes.compactMap(\.new))]
    for isChanged in [true, false] {
      for (list, paths) in zip(lists, changed) {
        let rules = list.rules.filter { paths.contains($0.path) == isChanged }
        urls.add(rules.map(\.component), variables: list.variables)
      }
    }
    budget = urls.budget
    return urls.all
  }
}

/// The removed rules, among which added rules look for their predecessors.
private struct Partners {
  private var byMeaning: [ComparedRules.Meaning: [Int]]
  private var byPath: [String?: [Int]]
  private(set) var taken: Set<Int> = []

  init(_ removed: [(position: Int, meaning: ComparedRules.Meaning)]) {
    byMeaning = Dictionary(grouping: removed.reversed(), by: \.meaning).mapValues {
      $0.map(\.position)
    }
    byPath = Dictionary(grouping: removed.reversed(), by: \.meaning.component.path).mapValues {
      $0.map(\.position)
    }
  }

  mutating func take(
    _ meaning: ComparedRules.Meaning
  ) -> (kind: AssociationDifference.Change.Kind, partner: Int?) {
    if let position = byMeaning[meaning]?.popLast(notIn: &taken) { return (.moved, position) }
    if let position = byPath[meaning.component.path]?.popLast(notIn: &taken) {
      return (.changed, position)
    }
    return (.added, nil)
  }
}

extension [Int] {
  /// Removes and returns the last element that has not been taken, dropping those that have.
  fileprivate mutating func popLast(notIn taken: inout Set<Int>) -> Int? {
    while let position = popLast() {
      if taken.insert(position).inserted { return position }
    }
    return nil
  }
}

/// The longest common subsequence of two lists, with repeated elements paired in order. It is found
/// in O(n log n) time, however much the lists differ.
struct CommonOrder {
  private(set) var old: Set<Int> = []
  private(set) var new: Set<Int> = []

  init<Element: Hashable>(_ before: [Element], _ after: [Element]) {
    var indices = Dictionary(grouping: before.indices.reversed()) { before[$0] }
    let pairs = after.indices.compactMap { index in
      indices[after[index]]?.popLast().map { (old: $0, new: index) }
    }
    // The longest ascending sequence, by its smallest possible ends (patience sorting).
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: pairs.count)
    for (number, pair) in pairs.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].old < pair.old { low = middle + 1 } else { high = middle }
      }
      previous[number] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(number) } else { ends[low] = number }
    }
    var next = ends.last
    while let number = next {
      old.insert(pairs[number].old)
      new.insert(pairs[number].new)
      next = previous[number]
    }
  }
}
