import Testing

@testable import AppAssociation
@testable import AssociationValidation

/// The limits for adversarial files, measured in steps, since times depend on the machine.
struct BoundTests {
  private static func file(_ patterns: [String]) -> String {
    appleFile(patterns.map { #"{"/":"\#($0)"}"# }.joined(separator: ","))
  }

  @Test func `lists the first hundred findings of a rule and counts the others`() {
    let found = findings("[" + String(repeating: "5,", count: 999) + "5]")
      .filter { $0.code == "statement-type" }
    #expect(found.count == 101)
    #expect(found.reduce(0) { $0 + $1.count } == 1000)
    #expect(found.last?.message == "900 more findings of this kind are not listed")
    #expect(found.last?.severity == .error)
    #expect(found.last?.line == nil)
  }

  @Test func `shortens messages with long patterns and paths with long names`() throws {
    let pattern = try #require(
      findings(Self.file(["/#" + String(repeating: "é", count: 10_000)]))
        .first { $0.code == "fragment-in-path" })
    #expect(pattern.message.unicodeScalars.count == 601)
    #expect(pattern.message.hasSuffix("the rule never matches"))
    let name = String(repeating: "k", count: 10_000)
    let found = findings(#"{"applinks":{"details":{"\#(name)":{"paths":["/a","/a"]}}}}"#)
    #expect(found.allSatisfy { $0.path.utf8.count < 200 })
  }

  @Test func `gives a pair of huge patterns only its share`() {
    let huge = [String(repeating: "*a?", count: 2100), "/" + String(repeating: "a", count: 65_000)]
    let components = (huge + huge.reversed() + ["/a/*", "/a/b"]).map { Component(path: $0) }
    let reach = Reachability(components, SubstitutionVariables())
    #expect(Reachability.usualBudget - reach.budget.left < 4_000_000)
    // Later rules are still compared.
    #expect(reach.shadows.contains { $0.rule == 5 })
  }

  @Test func `charges for what a rule is made of, not for its text`() throws {
    let values = (0..<5000).map { "v\($0)" }
    let variables = SubstitutionVariables([("v", values), ("w", values.map { $0 + "*" })])
    var budget = WorkBudget(left: 20_000)
    let (wide, narrow) = (Component(path: "/$(v)/*"), Component(path: "/$(v)/a"))
    #expect(!DecisionSearch.covers(wide, narrow, variables, &budget))
    #expect(budget.isExceeded)
    let url = try #require(ExampleURL(path: "/v1/v2/v3"))
    let literal = ComponentMatcher(wide, variables: variables)
    #expect(literal.accepts(url.parts) && literal.steps(url.parts) < 100)
    let wild = ComponentMatcher(Component(path: "/$(w)/$(w)"), variables: variables)
    #expect(wild.accepts(url.parts) && wild.steps(url.parts) > 5000)
  }

  @Test func `makes no example longer than URLs are`() {
    let variables = SubstitutionVariables([("v", [String(repeating: "a", count: 3000)])])
    #expect(ExampleText(Component(path: "/$(v)"), variables, seed: 0) != nil)
    #expect(ExampleText(Component(path: "/$(v)$(v)"), variables, seed: 0) == nil)
  }

  @Test func `finds the ends of values that begin with each other, and charges for their length`() {
    let values = ["b", "aab", "a", "aaaa", "", "aa", "a"].map { Array($0.utf8) }
    let ends = Array("xaab".utf8).withSpan { text in
      (0...4).map { Set(LiteralSet(values).ends(in: text, from: $0)) }
    }
    #expect(ends == [[0], [1, 2, 3, 4], [2, 3], [3, 4], [4]])
    let matchers = [10, 1000].map { length in
      let variables = SubstitutionVariables([("v", [String(repeating: "a", count: length)])])
      return ComponentMatcher(Component(path: "*$(v)*"), variables: variables)
    }
    let steps = ExampleURL(path: "/a").map { url in matchers.map { $0.steps(url.parts) } } ?? []
    #expect(steps.count == 2 && steps[1] > steps[0] * 10)
  }

  @Test func `searches only where a changed rule can decide`() {
    let many = (0..<100).map { Component(path: "*/\($0)/*") }
    let changed = Component(path: "/100/a", exclude: true)
    let lists = [many + [Component(path: "/100/*")], many + [changed, Component(path: "/100/*")]]
      .map { ComparedRules($0, nil) }
    var budget = WorkBudget(left: 100_000)
    let search = DecisionSearch(lists[0], lists[1], &budget)
    #expect(search.isComplete && search.urls.map(\.text) == ["/100/a"])
  }

  @Test func `gives a share of a budget, and notices whose end it was`() {
    var budget = WorkBudget(left: 100)
    #expect(!budget.share(10) { $0.spend(11) })
    #expect(budget.left == 90)
    #expect(budget.share(200) { $0.spend(50) })
    #expect(budget.left == 40)
    #expect(!budget.share(200) { $0.spend(50) })
    #expect(budget.isExceeded && !budget.spend(0))
    #expect(!budget.share(5) { $0.spend(1) } && budget.isExceeded)
  }

  @Test func `says what it left out, and lists what it found`() throws {
    let values = (0..<400).map { "\"*v\($0)*\"" }.joined(separator: ",")
    let patterns = (0..<20).map { "*$(v)*$(v)*\($0)" } + ["/a b", "/a b"]
    let rules = patterns.map { #"{"/":"\#($0)"}"# }
    let text = """
      {"applinks":{"substitutionVariables":{"v":[\(values)]},
      "details":[{"appIDs":["94VJUJ8B7P.a"],"components":[\(rules.joined(separator: ","))]}]}}
      """
    let file = try AssociationFile(decoding: Array(text.utf8))
    let found = AssociationLinter.report(on: file, budget: 100_000).sorted
    #expect(found.contains { $0.code == "duplicate-rule" })
    let notes = found.filter { $0.code == "left-unsearched" }
    #expect(notes.count == 2 && notes.allSatisfy { $0.severity == .note })
    #expect(found.suffix(2) == notes[...])
    let untried = AssociationLinter.report(on: file, .untried, budget: 100_000).sorted
    #expect(untried.filter { $0.code == "left-unsearched" }.count == 1)
  }

  @Test func `stops comparing rules when the budget is spent`() {
    let components = (0..<2000).map { Component(path: "/*/\($0)/*") }
    let reach = Reachability(components, SubstitutionVariables(), budget: 10_000)
    #expect(reach.budget.isExceeded && !reach.isComplete)
  }

  @Test func `compares every pair of a few hundred rules`() {
    let patterns = (0..<300).map { "/*/\($0)/*" } + ["/*/299/x"]
    let reach = Reachability(patterns.map { Component(path: $0) }, SubstitutionVariables())
    #expect(reach.isComplete)
    #expect(reach.shadows.map(\.rule) == [300])
    #expect(reach.shadows.map(\.earlier) == [299])
  }

  @Test func `reports files that are too large for a full comparison`() throws {
    let old = try AppSiteAssociation(of: Self.file((0..<200).map { "/*/\($0)/*" }))
    let new = try AppSiteAssociation(of: Self.file((0..<200).map { "/*/\($0 + 1)/*" }))
    let difference = AssociationDifference(from: old, to: new, budget: 1000)
    #expect(!difference.isComplete && !difference.isEmpty && difference.apps.isEmpty)
    #expect(
      difference.remarks == [
        "the files are too large for a full comparison; apps not compared in full: 1, "
          + "including '94VJUJ8B7P.a'"
      ])
    let whole = AssociationDifference(from: old, to: new)
    #expect(whole.isComplete)
    #expect(whole.apps.first?.generations.first?.changes.count == 2)
  }

  @Test func `finds the common order of lists of thousands`() {
    let numbers = Array(0..<20_000)
    let reversed = CommonOrder(numbers, numbers.reversed())
    #expect(reversed.old.count == 1)
    let moved = CommonOrder(numbers, Array(numbers.dropFirst()) + [0])
    #expect(moved.old.count == 19_999 && !moved.old.contains(0) && !moved.new.contains(19_999))
    #expect(CommonOrder(["a", "b", "a"], ["a", "a", "b"]).old.count == 2)
  }
}
