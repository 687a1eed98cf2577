import WebSyntax

/// Finds URLs that two lists of Dynamic App Links rules decide differently. Android's patterns never
/// go back in a text, so one pass over it runs all of them, and a complete search that finds no URL
/// proves that there is none.
struct AndroidDecisionSearch {
  private(set) var urls: [ExampleURL] = []
  /// False when the budget ran out.
  private(set) var isComplete = true

  private enum Part: Hashable {
    case path, fragment
    case item(String)
  }

  private struct Test: Hashable {
    let part: Part
    let pattern: AndroidPattern
  }

  private struct Rule: Hashable {
    /// The number of the path's test; nil for a rule that accepts every path.
    var path: Int?
    /// The numbers of the other tests; none where no rule decides.
    var tests: [Int] = []
    var decision: Verdict.Decision
  }

  /// What a URL holds, and the tests that it passes for that.
  private struct Choice {
    var passed: Set<Int>
    var path = ""
    var items: [String] = []
    var fragment: String?

    func with(_ other: Choice) -> Choice {
      Choice(
        passed: passed.union(other.passed), path: path, items: items + other.items,
        fragment: fragment ?? other.fragment)
    }
  }

  private var tests: [Test] = []
  private var known: [Part: [Choice]] = [:]

  /// Further URLs would reveal nothing new.
  private static let limit = 100

  /// - Parameters:
  ///   - old: the rules of the old file; nil where the manifest alone decides.
  ///   - new: those of the new file.
  init(_ old: [Component]?, _ new: [Component]?, _ budget: inout WorkBudget) {
    var numbers: [Test: Int] = [:]
    let lists = [old, new].map { components in
      (components ?? []).map { rule($0, &numbers) }.filter { $0.path != nil || !$0.tests.isEmpty }
        + [Rule(decision: components == nil ? .match : .noMatch)]
    }
    defer { isComplete = !budget.isExceeded }
    var compared: Set<[[Rule]]> = []
    for path in choices(of: .path, &budget) {
      guard budget.spend(lists[0].count + lists[1].count) else { return }
      let candidates = lists.map { Self.candidates($0, path) }
      guard compared.insert(candidates).inserted else { continue }
      compare(candidates[0], candidates[1], path, &budget)
      guard urls.count < Self.limit else { return }
    }
  }

  private mutating func rule(_ component: Component, _ numbers: inout [Test: Int]) -> Rule {
    func number(_ part: Part, _ pattern: String) -> Int {
      let test = Test(part: part, pattern: AndroidPattern(pattern))
      if let number = numbers[test] { return number }
      numbers[test] = tests.count
      tests.append(test)
      return tests.count - 1
    }
    var rule = Rule(decision: component.exclude == true ? .exclude : .match)
    rule.path = component.path.map { number(.path, $0) }
    if case .items(let items) = component.query {
      rule.tests = items.map { number(.item($0.name), $0.pattern) }
    }
    if let fragment = component.fragment { rule.tests.append(number(.fragment, fragment)) }
    return rule
  }

  /// What the rules that accept a path test besides, up to the first that tests nothing else.
  private static func candidates(_ rules: [Rule], _ path: Choice) -> [Rule] {
    var candidates: [Rule] = []
    for rule in rules where rule.path.map(path.passed.contains) ?? true {
      candidates.append(Rule(tests: rule.tests, decision: rule.decision))
      if rule.tests.isEmpty { break }
    }
    return candidates
  }

  /// Compares what two lists of rules, all of which accept a path, decide.
  ///
  /// Passing fewer tests never makes a rule hold. So where two rules decide a URL, they also decide the
  /// one that passes, of the other tests, as few as possible.
  private mutating func compare(
    _ old: [Rule], _ new: [Rule], _ path: Choice, _ budget: inout WorkBudget
  ) {
    for first in old {
      for second in new where first.decision != second.decision {
        let required = (first.tests + second.tests).withoutRepeats
        var choices = [path]
        for part in required.map({ tests[$0].part }).withoutRepeats {
          let options = options(of: part, required.filter { tests[$0].part == part }, &budget)
          guard budget.spend(choices.count * options.count * 10) else { return }
          choices = choices.flatMap { choice in options.map(choice.with) }
        }
        guard budget.spend(2 + choices.count * (10 + old.count + new.count)) else { return }
        let choice = choices.first { choice in
          let decisions = [old, new].map { list in
            list.first { $0.tests.allSatisfy(choice.passed.contains) }?.decision
          }
          return decisions[0] != decisions[1]
        }
        guard let choice else { continue }
        let query = choice.items.isEmpty ? nil : choice.items.joined(separator: "&")
        urls += [ExampleURL(path: choice.path, query: query, fragment: choice.fragment)]
          .compactMap(\.self)
        guard urls.count < Self.limit else { return }
      }
    }
  }

  /// The choices that pass the tests of two rules on a part. Several items may have one name, and each
  /// passes its own tests.
  private mutating func options(
    of part: Part, _ required: [Int], _ budget: inout WorkBudget
  ) -> [Choice] {
    let choices = choices(of: part, &budget)
    let one = Self.least(choices, passing: required, &budget)
    guard case .item = part, required.count > 1 else { return one }
    let several = required.reduce(into: [Choice(passed: [])]) { several, test in
      let each = Self.least(choices, passing: [test], &budget)
      guard budget.spend(several.count * each.count * 10) else { return }
      several = several.flatMap { choice in each.map(choice.with) }
    }
    return one + several
  }

  /// The choices that pass tests, without those that pass more than another of them.
  private static func least(
    _ choices: [Choice], passing required: [Int], _ budget: inout WorkBudget
  ) -> [Choice] {
    var least: [Choice] = []
    guard budget.spend(choices.count) else { return least }
    let passing = choices.filter { required.allSatisfy($0.passed.contains) }
    for choice in passing.sorted(by: { $0.passed.count < $1.passed.count }) {
      guard budget.spend(least.count) else { break }
      if !least.contains(where: { $0.passed.isSubset(of: choice.passed) }) { least.append(choice) }
    }
    return least
  }

  /// A choice for each combination of the tests of a part that one text can pass.
  private mutating func choices(of part: Part, _ budget: inout WorkBudget) -> [Choice] {
    if let choices = known[part] { return choices }
    let numbers = tests.indices.filter { tests[$0].part == part }
    // What ends a query item even where it is escaped.
    let separators = if case .item = part { "&;" } else { "" }
    let texts = AndroidTexts(
      numbers.map { tests[$0].pattern }, from: part == .path ? "/" : "", without: separators,
      &budget)
    let choices = texts.all.map { text, passed in
      let written = PercentCoding.encode(text.utf8) {
        PercentCoding.isUnsafe($0) || "#?%+".utf8.contains($0)
      }
      var choice = Choice(passed: Set(passed.map { numbers[$0] }))
      switch part {
      case .path: choice.path = written
      case .fragment: choice.fragment = written
      case .item(let name): choice.items = ["\(ExampleText.name(name))=\(written)"]
      }
      return choice
    }
    known[part] = choices
    return choices
  }
}

/// A short text for every combination of patterns that one text can match.
private struct AndroidTexts {
  private(set) var all: [(text: String, passed: [Int])] = []

  /// A pattern that the text read so far may still match, and how much of it was read.
  private struct Standing: Hashable {
    let number: Int
    var position = 0
  }

  /// What one more unit leads to from an earlier visit.
  private struct Visit {
    let state: [Standing]
    let before: Int
    let unit: UInt16
  }

  /// - Parameters:
  ///   - start: what the text begins with.
  ///   - others: what else it may not contain.
  init(
    _ patterns: [AndroidPattern], from start: String, without others: String,
    _ budget: inout WorkBudget
  ) {
    func step(_ state: [Standing], _ unit: UInt16) -> [Standing] {
      state.compactMap { standing in
        patterns[standing.number].position(after: unit, at: standing.position).map {
          Standing(number: standing.number, position: $0)
        }
      }
    }
    let first = start.utf16.reduce(patterns.indices.map { Standing(number: $0) }, step)
    var visits = [Visit(state: first, before: 0, unit: 0)]
    var known: Set = [first]
    var seen: Set<[Int]> = []
    var next = 0
    while next < visits.count {
      let state = visits[next].state
      let passed = state.filter { patterns[$0.number].ends(at: $0.position) }.map(\.number)
      if seen.insert(passed).inserted {
        let units = sequence(first: next) { visits[$0].before }.prefix { $0 > 0 }
          .map { visits[$0].unit }
        guard budget.spend(units.count) else { return }
        all.append((start + String(decoding: units.reversed(), as: UTF16.self), passed))
      }
      let awaited = Set(state.compactMap { patterns[$0.number].awaited(at: $0.position) })
      // Of the units that no pattern awaits, one stands for all.
      let other = (UInt16(UInt8(ascii: "a"))...0xD7FF).first { !awaited.contains($0) }
      for unit in [other].compactMap(\.self) + awaited.subtracting(others.utf16).sorted() {
        guard budget.spend(state.count + 10) else { return }
        let following = step(state, unit)
        if known.insert(following).inserted {
          visits.append(Visit(state: following, before: next, unit: unit))
        }
      }
      next += 1
    }
  }
}
