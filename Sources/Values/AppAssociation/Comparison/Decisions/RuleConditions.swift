import WebSyntax

/// The rules of two lists, broken down into tests on parts of a URL. Equal tests are listed once.
struct RuleConditions {
  /// A test on a part: the part's number, and the test's number within it.
  struct Condition: Hashable {
    let part: Int
    let test: Int
  }

  struct Rule: Hashable {
    /// The number of the path's test; nil for a rule that accepts every path.
    let path: Int?
    /// The tests on other parts; empty for a rule that constrains only the path.
    let conditions: [Condition]
    let decision: Verdict.Decision
  }

  /// The tests on one part of a URL; on the items with one name, ignoring its case, for `value`.
  struct Part {
    let kind: URLPart
    var tests: [ItemTest] = []
    /// The tests of Android's rules, and the name of the items.
    var patterns: [AndroidPattern] = []
    var name = ""

    /// - Parameter wanted: the tests of which one has to pass; nil for outcomes of any kind.
    func outcomes(
      wanted: Set<Int>? = nil, isUsual: Bool = false, _ budget: inout WorkBudget
    ) -> TextOutcomes {
      guard patterns.isEmpty else {
        return isUsual
          ? TextOutcomes() : TextOutcomes(patterns, kind, name: name, wanted: wanted, &budget)
      }
      return kind == .value
        ? TextOutcomes(items: tests, &budget)
        : TextOutcomes(tests.map(\.value), kind, wanted: wanted, isUsual: isUsual, &budget)
    }
  }

  private(set) var old: [Rule] = []
  private(set) var new: [Rule] = []
  /// Path, fragment and query, and then the items of each name.
  private(set) var parts = [Part(kind: .path), Part(kind: .fragment), Part(kind: .query)]

  static let (path, fragment, query) = (0, 1, 2)

  /// The key under which equal tests are shared.
  private struct Key: Hashable {
    let part: Int
    let name: String
    let pattern: String
    let ignoresCase: Bool
    let decodes: Bool
    let isLiteral: Bool
    let file: ComparedRules.File?
  }

  private var known: [Key: Int] = [:]
  private var partOfItem: [[UInt8]: Int] = [:]

  init(_ old: ComparedRules, _ new: ComparedRules) {
    self.old = old.rules.map { rule($0.meaning, old.variables) }
    self.new = new.rules.map { rule($0.meaning, new.variables) }
  }

  /// The rules of Dynamic App Links; nil where a manifest alone decides.
  init(android old: [Component]?, _ new: [Component]?) {
    let everything = [Rule(path: nil, conditions: [], decision: .match)]
    self.old = old?.compactMap { rule(android: $0) } ?? everything
    self.new = new?.compactMap { rule(android: $0) } ?? everything
  }

  /// Nil for a rule without patterns, which matches nothing.
  private mutating func rule(android component: Component) -> Rule? {
    guard !component.patterns.isEmpty else { return nil }
    let path = component.path.map { condition(android: $0, part: Self.path).test }
    var conditions: [Condition] = []
    if case .items(let items) = component.query {
      conditions = items.map {
        condition(android: $0.pattern, part: part(of: $0.name, ignoresCase: false))
      }
    }
    if let text = component.fragment {
      conditions.append(condition(android: text, part: Self.fragment))
    }
    return Rule(
      path: path, conditions: conditions,
      decision: component.exclude == true ? .exclude : .match)
  }

  private mutating func condition(android pattern: String, part: Int) -> Condition {
    let key = Key(
      part: part, name: "", pattern: pattern, ignoresCase: false, decodes: true, isLiteral: true,
      file: nil)
    let test = known[key] ?? parts[part].patterns.count
    if test == parts[part].patterns.count { parts[part].patterns.append(AndroidPattern(pattern)) }
    known[key] = test
    return Condition(part: part, test: test)
  }

  private mutating func rule(
    _ meaning: ComparedRules.Meaning, _ variables: SubstitutionVariables?
  ) -> Rule {
    let component = meaning.component
    let variables = meaning.isLiteral ? nil : variables
    let path = component.path.map { text in
      condition(text, meaning, part: Self.path) { PathPattern.alternatives(text, variables) }.test
    }
    var conditions: [Condition] = []
    func add(_ text: String, part: Int, name: String = "") {
      conditions.append(
        condition(text, meaning, part: part, name: name) { [PatternParser.nodes(text, variables)] })
    }
    if let text = component.fragment { add(text, part: Self.fragment) }
    switch component.query {
    case nil: break
    case .string(let text): add(text, part: Self.query)
    case .items(let items):
      for item in items { add(item.pattern, part: part(of: item.name), name: item.name) }
    }
    return Rule(
      path: path, conditions: conditions,
      decision: component.exclude == true ? .exclude : .match)
  }

  private mutating func part(of name: String, ignoresCase: Bool = true) -> Int {
    let key = name.utf8.map { ignoresCase ? ASCII.lowercased($0) : $0 }
    if let part = partOfItem[key] { return part }
    parts.append(Part(kind: .value, name: name))
    partOfItem[key] = parts.count - 1
    return parts.count - 1
  }

  private mutating func condition(
    _ pattern: String, _ meaning: ComparedRules.Meaning, part: Int, name: String = "",
    nodes: () -> [[PatternNode]]
  ) -> Condition {
    let key = Key(
      part: part, name: name, pattern: pattern,
      ignoresCase: meaning.component.caseSensitive == false,
      decodes: meaning.component.percentEncoded == false, isLiteral: meaning.isLiteral,
      file: meaning.file)
    if let test = known[key] { return Condition(part: part, test: test) }
    let test = TextTest(nodes(), ignoresCase: key.ignoresCase, decodes: key.decodes)
    known[key] = parts[part].tests.count
    parts[part].tests.append(
      ItemTest(name: Array(name.utf8), foldsName: key.ignoresCase, value: test))
    return Condition(part: part, test: parts[part].tests.count - 1)
  }
}
