import WebSyntax

/// Finds URLs that two lists of Dynamic App Links rules decide differently. Android's patterns never
/// go back in a text, so one pass over it runs all of them, and a complete search that finds no URL
/// proves that there is none.
struct AndroidDecisionSearch {
  private(set) var urls: [ExampleURL] = []
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
    /// The numbers of its tests; none where no rule decides.
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
      (components ?? []).map { rule($0, &numbers) }.filter { !$0.tests.isEmpty }
        + [Rule(decision: components == nil ? .match : .noMatch)]
    }
    var compared: Set<[[Rule]]> = []
    for path in choices(of: .path, &budget) {
      guard budget.spend(lists[0].count + lists[1].count) else {
        isComplete = false
        return
      }
      let candidates = lists.map { list in
        list.filter { $0.tests.allSatisfy { tests[$0].part != .path || path.passed.contains($0) } }
      }
      guard compared.insert(candidates).inserted else { continue }
      compare(candidates[0], candidates[1], path, &budget)
      guard isComplete, urls.count < Self.limit else { return }
    }
  }

  private mutating func rule(_ component: Component, _ numbers: inout [Test: Int]) -> Rule {
    var patterns = [(Part.path, component.path), (.fragment, component.fragment)]
    if case .items(let items) = component.query {
      patterns += items.map { (.item($0.name), $0.pattern) }
    }
    var rule = Rule(decision: component.exclude == true ? .exclude : .match)
    for case (let part, let pattern?) in patterns {
      let test = Test(part: part, pattern: AndroidPattern(pattern))
      let number = numbers[test, default: tests.count]
      if number == tests.count { tests.append(test) }
      numbers[test] = number
      rule.tests.append(number)
    }
    return rule
  }

  /// Compares what two lists of rules, all of which accept a path, decide.
  ///
  /// Passing fewer tests never makes a rule hold. So where two rules decide a URL, they also decide the
  /// one without the items and the fragment that neither of them needs.
  private mutating func compare(
    _ old: [Rule], _ new: [Rule], _ path: Choice, _ budget: inout WorkBudget
  ) {
    for first in old {
      for second in new where first.decision != second.decision {
        let required = (first.tests + second.tests).filter { !path.passed.contains($0) }
        var choices = [path]
        for part in required.map({ tests[$0].part }).withoutRepeats {
          let options = options(
            of: part, Set(required.filter { tests[$0].part == part }), &budget)
          guard budget.spend(choices.count * options.count * 10) else { break }
          choices = choices.flatMap { choice in options.map(choice.with) }
        }
        guard budget.spend(2 + choices.count * (10 + old.count + new.count)) else {
          isComplete = false
          return
        }
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
      }
    }
  }

  /// The choices that pass the tests of two rules on a part. Several items may have one name, and each
  /// passes its own tests.
  private mutating func options(
    of part: Part, _ required: Set<Int>, _ budget: inout WorkBudget
  ) -> [Choice] {
    let choices = choices(of: part, &budget)
    guard budget.spend(choices.count) else {
      isComplete = false
      return []
    }
    let one = choices.filter { required.isSubset(of: $0.passed) }
    guard case .item = part, required.count > 1 else { return one }
    let each = required.sorted().map { test in choices.filter { $0.passed.contains(test) } }
    return one + each[0].flatMap { choice in each[1].map(choice.with) }
  }

  /// A choice for each combination of the tests of a part that one text can pass.
  private mutating func choices(of part: Part, _ budget: inout WorkBudget) -> [Choice] {
    if let choices = known[part] { return choices }
    let numbers = tests.indices.filter { tests[$0].part == part }
    let texts = AndroidTexts(
      numbers.map { tests[$0].pattern }, from: part == .path ? "/" : "", &budget)
    if !texts.isComplete { isComplete = false }
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
  private(set) var isComplete = true

  /// A pattern that the text read so far may still match, and how much of it was read.
  private struct Standing: Hashable {
    let number: Int
    var position = 0
  }

  /// - Parameter start: what the text begins with.
  init(_ patterns: [AndroidPattern], from start: String, _ budget: inout WorkBudget) {
    func step(_ state: [Standing], _ unit: UInt16) -> [Standing] {
      state.compactMap { standing in
        patterns[standing.number].position(after: unit, at: standing.position).map {
          Standing(number: standing.number, position: $0)
        }
      }
    }
    let units = Array(start.utf16)
    var visits = [(state: units.reduce(patterns.indices.map { .init(number: $0) }, step), units)]
    var known: Set = [visits[0].state]
    var seen: Set<[Int]> = []
    var next = 0
    while next < visits.count {
      let (state, text) = visits[next]
      next += 1
      let passed = state.filter { patterns[$0.number].ends(at: $0.position) }.map(\.number)
      if seen.insert(passed).inserted {
        all.append((String(decoding: text, as: UTF16.self), passed))
      }
      let awaited = Set(state.compactMap { patterns[$0.number].awaited(at: $0.position) })
      // Of the units that no pattern awaits, one stands for all.
      let other = (UInt16(UInt8(ascii: "a"))...0xD7FF).first { !awaited.contains($0) }
      for unit in [other].compactMap(\.self) + awaited.subtracting(Self.separators).sorted() {
        guard budget.spend(state.count + 10) else {
          isComplete = false
          return
        }
        let following = step(state, unit)
        if known.insert(following).inserted { visits.append((following, text + [unit])) }
      }
    }
  }

  /// What ends a query item even where it is escaped.
  private static let separators = Set("&;".utf16)
}
