import WebSyntax

/// Android's patterns never go back in a text, so one pass over it runs all of them.
extension TextOutcomes {
  /// A pattern that the text read so far may still match, and how much of it was read.
  private struct Standing: Hashable {
    let number: Int
    var position = 0
  }

  private struct Visit {
    let state: [Standing]
    /// The previous visit, and the unit that led from it to this one.
    let before: Int
    let unit: UInt16
  }

  /// - Parameter name: that of the query items, for patterns of their values.
  init(
    _ patterns: [AndroidPattern], _ part: URLPart, name: String, wanted: Set<Int>?,
    _ budget: inout WorkBudget
  ) {
    func step(_ state: [Standing], _ unit: UInt16) -> [Standing] {
      state.compactMap { standing in
        patterns[standing.number].position(after: unit, at: standing.position).map {
          Standing(number: standing.number, position: $0)
        }
      }
    }
    let start = part == .path ? "/" : ""
    // What ends a query item even where it is escaped.
    let separators = part == .value ? Set("&;".utf16) : []
    let first = start.utf16.reduce(patterns.indices.map { Standing(number: $0) }, step)
    var visits = [Visit(state: first, before: 0, unit: 0)]
    // Without a fragment, a URL passes no test of it, which an empty text may pass.
    var known: Set<[Standing]> = part == .fragment ? [] : [first]
    var seen: Set<Set<Int>> = []
    var next = 0
    while next < visits.count {
      let state = visits[next].state
      let ended = state.filter { patterns[$0.number].ends(at: $0.position) }
      let passed = part == .fragment && next == 0 ? [] : Set(ended.map(\.number))
      if seen.insert(passed).inserted {
        let units = sequence(first: next) { visits[$0].before }.prefix { $0 > 0 }
          .map { visits[$0].unit }
        isComplete = budget.spend(units.count)
        let text = start + String(decoding: units.reversed(), as: UTF16.self)
        all.append(Outcome(passed: passed, text: Self.written(text)))
      }
      let isWanted = wanted.map { wanted in state.contains { wanted.contains($0.number) } } ?? true
      let awaited = Set(state.compactMap { patterns[$0.number].awaited(at: $0.position) })
      // Of the units that no pattern awaits, one stands for all.
      let other = (UInt16(UInt8(ascii: "a"))...0xD7FF).first { !awaited.contains($0) }
      let units = [other].compactMap(\.self) + awaited.subtracting(separators).sorted()
      for unit in isWanted ? units : [] {
        guard budget.spend(state.count + 10) else {
          isComplete = false
          return
        }
        let following = step(state, unit)
        if known.insert(following).inserted {
          visits.append(Visit(state: following, before: next, unit: unit))
        }
      }
      next += 1
    }
    if part == .value { combine(itemsNamed: ExampleText.name(name), &budget) }
  }

  private static func written(_ text: String) -> String {
    PercentCoding.encode(text.utf8) { PercentCoding.isUnsafe($0) || "#?%+".utf8.contains($0) }
  }

  /// Makes items of the texts, of which several may have one name: each passes its own tests.
  private mutating func combine(itemsNamed name: String, _ budget: inout WorkBudget) {
    let items = all.map { Outcome(passed: $0.passed, text: "\(name)=\($0.text)") }
    let single = Dictionary(items.map { ($0.passed, $0.text) }) { first, _ in first }
    all = [Outcome(passed: [], text: "")]
    var known: Set<Set<Int>> = [[]]
    for item in items.sorted(by: { $0.passed.count < $1.passed.count })
    where !known.contains(item.passed) {
      for outcome in all {
        guard budget.spend(10 + item.passed.count) else {
          isComplete = false
          return
        }
        let passed = outcome.passed.union(item.passed)
        guard known.insert(passed).inserted else { continue }
        let text = outcome.text.isEmpty ? item.text : "\(outcome.text)&\(item.text)"
        all.append(Outcome(passed: passed, text: single[passed] ?? text))
      }
    }
  }
}
