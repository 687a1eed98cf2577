import WebSyntax

/// One rule's test for the query items with a given name.
struct ItemTest {
  let name: [UInt8]
  /// Whether the case of the name is ignored.
  let foldsName: Bool
  let value: TextTest
}

/// Every combination of tests that can be passed by query items whose names differ at most in case.
/// Each occurrence of a name must pass, and an absent name has the empty value.
struct ItemOutcomes {
  private(set) var all: [TextOutcomes.Outcome] = []
  private(set) var isComplete = true

  /// The result of a test after the items read so far.
  private enum Standing: Hashable { case absent, passed, failed }

  private struct Query {
    let standings: [Standing]
    let items: [String]
  }

  init(_ tests: [ItemTest], _ budget: inout WorkBudget) {
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
