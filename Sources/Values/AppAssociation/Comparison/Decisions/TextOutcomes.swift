import WebSyntax

/// Every combination of tests that one text can pass, each with a text that passes exactly those.
struct TextOutcomes {
  struct Outcome {
    let passed: Set<Int>
    let text: String
  }

  var all: [Outcome] = []
  /// False when the budget ran out.
  var isComplete = true

  init() {}

  /// - Parameters:
  ///   - wanted: the tests of which one has to pass; nil for outcomes of any kind. Of the others, only
  ///     some are found.
  ///   - isUsual: whether to skip empty and dot segments, whose handling is neither documented nor
  ///     known from observation.
  init(
    _ tests: [TextTest], _ part: URLPart, wanted: Set<Int>? = nil, isUsual: Bool,
    _ budget: inout WorkBudget
  ) {
    guard budget.spend(tests.reduce(20) { $0 + $1.size * 2 }) else {
      isComplete = false
      return
    }
    var search = Search(tests, part, wanted: wanted, isUsual: isUsual)
    isComplete = search.run(&budget)
    all = search.found
  }
}

/// A breadth-first search, so that the texts are short.
private struct Search {
  /// The state of a path's last segment.
  private enum Segment: Int {
    case nothing = -1
    case slash = -2
    case dot = -3
    case dots = -4
    case other = -5

    func after(_ letter: TextAlphabet.Letter) -> Segment {
      switch (self, letter.written) {
      case (_, [UInt8(ascii: "/")]): .slash
      case (.slash, [UInt8(ascii: ".")]): .dot
      case (.dot, [UInt8(ascii: ".")]): .dots
      default: .other
      }
    }
  }

  private struct Visit {
    let state: TextAutomaton.State
    /// The state of the tests of decoded text before the slashes at its end.
    let trimmed: TextAutomaton.State
    let segment: Segment
    /// The previous visit, and the letter that led from it to this one.
    let before: Int
    let letter: Int
  }

  private let automaton: TextAutomaton
  private let letters: [TextAlphabet.Letter]
  private let part: URLPart
  private let isUsual: Bool
  private var visits: [Visit] = []
  private var known: Set<[Int]> = []
  private var seen: Set<Set<Int>> = []
  private(set) var found: [TextOutcomes.Outcome] = []

  init(_ tests: [TextTest], _ part: URLPart, wanted: Set<Int>?, isUsual: Bool) {
    automaton = TextAutomaton(tests, wanted: wanted)
    letters = TextAlphabet(tests, part).letters
    self.part = part
    self.isUsual = isUsual
  }

  mutating func run(_ budget: inout WorkBudget) -> Bool {
    visit(automaton.start, automaton.decoding(automaton.start), .nothing, before: -1, letter: -1)
    var next = 0
    while next < visits.count {
      let visit = visits[next]
      if automaton.holdsWanted(visit.state) || automaton.holdsWanted(visit.trimmed) {
        guard !Interruption.isDue, expand(visit, next, &budget) else { return false }
      }
      next += 1
    }
    return true
  }

  private mutating func expand(
    _ visit: Visit, _ number: Int, _ budget: inout WorkBudget
  ) -> Bool {
    guard budget.spend(visit.state.count + letters.count / 8) else { return false }
    let distinguished = automaton.distinguished(visit.state)
    var others: TextAutomaton.State?
    var segmentsOfOthers: Set<Segment> = []
    for (index, letter) in letters.enumerated() {
      let segment = part == .path ? visit.segment.after(letter) : .other
      guard isPossible(letter, after: visit.segment) else { continue }
      let isOther =
        letter.written.count == 1 && distinguished.map { !$0.contains(letter.decoded) } ?? false
      // Letters that no test tells apart lead to the same visit.
      if isOther, !segmentsOfOthers.insert(segment).inserted { continue }
      let state: TextAutomaton.State
      if isOther, let others {
        state = others
        guard budget.spend(3 + state.count / 4) else { return false }
      } else {
        let work = (visit.state.count + 10) * letter.written.count / 2
        guard budget.spend(work) else { return false }
        state = automaton.state(after: visit.state, letter)
        guard budget.spend(state.count) else { return false }
        if isOther { others = state }
      }
      let isTrimmed = part == .path && letter.decoded == UInt8(ascii: "/")
      self.visit(
        state, isTrimmed ? visit.trimmed : automaton.decoding(state),
        segment, before: number, letter: index)
    }
    return true
  }

  /// Whether a letter may follow; paths begin with a slash.
  private func isPossible(_ letter: TextAlphabet.Letter, after segment: Segment) -> Bool {
    guard part == .path else { return true }
    let isSlash = letter.written == [UInt8(ascii: "/")]
    switch segment {
    case .nothing: return isSlash
    case .slash, .dot, .dots: return !isUsual || !isSlash
    case .other: return true
    }
  }

  private mutating func visit(
    _ state: TextAutomaton.State, _ trimmed: TextAutomaton.State, _ segment: Segment, before: Int,
    letter: Int
  ) {
    guard known.insert(state + [segment.rawValue] + trimmed).inserted else { return }
    visits.append(
      Visit(state: state, trimmed: trimmed, segment: segment, before: before, letter: letter))
    guard isEnd(segment) else { return }
    let passed = automaton.passed(state, trimmed: trimmed)
    guard seen.insert(passed).inserted else { return }
    found.append(TextOutcomes.Outcome(passed: passed, text: text(visits.count - 1)))
  }

  /// Whether a text can end here: trailing slashes of a path are removed before comparison.
  private func isEnd(_ segment: Segment) -> Bool {
    switch segment {
    case .slash: false
    case .dot, .dots: !isUsual
    case .nothing, .other: true
    }
  }

  private func text(_ number: Int) -> String {
    var written: [[UInt8]] = []
    var number = number
    while number > 0 {
      written.append(letters[visits[number].letter].written)
      number = visits[number].before
    }
    return String(decoding: written.reversed().joined(), as: UTF8.self)
  }
}

/// One rule's test for the query items with a given name.
struct ItemTest {
  let name: [UInt8]
  let foldsName: Bool
  let value: TextTest
}

extension TextOutcomes {
  /// The result of a test after the items read so far.
  private enum Standing: Hashable { case absent, passed, failed }

  private struct Query {
    let standings: [Standing]
    let items: [String]
  }

  /// Every combination of tests that can be passed by query items whose names differ at most in case.
  /// Each occurrence of a name must pass, and an absent name has the empty value.
  init(items tests: [ItemTest], _ budget: inout WorkBudget) {
    let values = TextOutcomes(tests.map(\.value), .value, isUsual: false, &budget)
    isComplete = values.isComplete
    let acceptsNothing = tests.map { $0.value.accepts([]) }
    var queries = [Query(standings: tests.map { _ in .absent }, items: [])]
    var known: Set<[Standing]> = [queries[0].standings]
    var seen: Set<Set<Int>> = []
    let names = Self.spellings(tests)
    var next = 0
    while next < queries.count {
      let query = queries[next]
      next += 1
      let passed = tests.indices.filter { number in
        query.standings[number] == .passed
          || query.standings[number] == .absent && acceptsNothing[number]
      }
      if seen.insert(Set(passed)).inserted {
        all.append(.init(passed: Set(passed), text: query.items.joined(separator: "&")))
      }
      for name in names {
        for value in values.all {
          guard budget.spend(tests.count + 10) else {
            isComplete = false
            return
          }
          let standings = tests.indices.map { number in
            tests[number].isAbout(name)
              ? value.passed.contains(number) && query.standings[number] != .failed
                ? .passed : .failed
              : query.standings[number]
          }
          guard known.insert(standings).inserted else { continue }
          let item = String(decoding: name, as: UTF8.self) + "=" + value.text
          queries.append(Query(standings: standings, items: query.items + [item]))
        }
      }
    }
  }

  /// The spellings of the names that the tests distinguish; none for names that no URL can contain.
  private static func spellings(_ tests: [ItemTest]) -> [[UInt8]] {
    var names: [[UInt8]] = []
    let folds = tests.contains(where: \.foldsName)
    for test in tests {
      let lower = test.name.map { ASCII.lowercased($0) }
      let upper = test.name.map { ASCII.isLetter($0) ? $0 & 0xDF : $0 }
      for name in folds ? [test.name, lower, upper] : [test.name]
      where !names.contains(name) && isPossible(name) { names.append(name) }
    }
    return names
  }

  private static func isPossible(_ name: [UInt8]) -> Bool {
    !name.contains { PercentCoding.isUnsafe($0) || "#&=".utf8.contains($0) }
  }
}

extension ItemTest {
  fileprivate func isAbout(_ other: [UInt8]) -> Bool {
    foldsName
      ? name.count == other.count
        && zip(name, other).allSatisfy { ASCII.lowercased($0) == ASCII.lowercased($1) }
      : name == other
  }
}
