import WebSyntax

/// The rules of two lists, broken down into tests on parts of a URL. Equal tests are listed once.
struct RuleConditions {
  /// A test on a part other than the path: the part's number, and the test's number within it.
  struct Condition: Hashable {
    let part: Int
    let test: Int
  }

  struct Rule {
    /// The number of the path's test; nil for a rule that accepts every path.
    let path: Int?
    /// The tests on other parts; empty for a rule that constrains only the path.
    let conditions: [Condition]
    let decision: Verdict.Decision
  }

  /// A part of a URL other than its path.
  enum Part {
    case fragment([TextTest])
    case query([TextTest])
    /// The items with one name, ignoring the case of its letters.
    case items([ItemTest])
  }

  private(set) var old: [Rule] = []
  private(set) var new: [Rule] = []
  private(set) var paths: [TextTest] = []
  private(set) var parts: [Part] = [.fragment([]), .query([])]

  static let fragment = 0
  static let query = 1
  private static let path = -1

  /// The key under which equal tests are shared.
  fileprivate struct Name: Hashable {
    let part: Int
    let name: String
    let pattern: String
    let ignoresCase: Bool
    let decodes: Bool
    let isLiteral: Bool
    let file: ComparedRules.File?
  }

  private var known: [Name: Int] = [:]
  private var partOfItem: [[UInt8]: Int] = [:]

  init(_ old: ComparedRules, _ new: ComparedRules) {
    self.old = old.rules.map { rule($0.meaning, old.variables) }
    self.new = new.rules.map { rule($0.meaning, new.variables) }
  }

  private mutating func rule(
    _ meaning: ComparedRules.Meaning, _ variables: SubstitutionVariables?
  ) -> Rule {
    let component = meaning.component
    let variables = meaning.isLiteral ? nil : variables
    let path = component.path.map { text in
      number(Name(text, meaning, part: Self.path)) {
        PathPattern.alternatives(text, variables)
      } add: { all, test in
        all.paths.append(test)
        return all.paths.count - 1
      }
    }
    var conditions: [Condition] = []
    if let text = component.fragment {
      conditions.append(condition(text, meaning, variables, part: Self.fragment))
    }
    switch component.query {
    case nil: break
    case .string(let text):
      conditions.append(condition(text, meaning, variables, part: Self.query))
    case .items(let items):
      for item in items { conditions.append(condition(item, meaning, variables)) }
    }
    return Rule(
      path: path, conditions: conditions,
      decision: component.exclude == true ? .exclude : .match)
  }

  private mutating func condition(
    _ text: String, _ meaning: ComparedRules.Meaning, _ variables: SubstitutionVariables?,
    part: Int
  ) -> Condition {
    let test = number(Name(text, meaning, part: part)) {
      [PatternParser.nodes(text, variables)]
    } add: { all, test in
      all.parts[part].append(ItemTest(name: [], foldsName: false, value: test))
    }
    return Condition(part: part, test: test)
  }

  private mutating func condition(
    _ item: Component.Query.Item, _ meaning: ComparedRules.Meaning,
    _ variables: SubstitutionVariables?
  ) -> Condition {
    let name = Array(item.name.utf8)
    let key = name.map { ASCII.lowercased($0) }
    let part = partOfItem[key] ?? parts.count
    if part == parts.count {
      parts.append(.items([]))
      partOfItem[key] = part
    }
    let test = number(Name(item.pattern, meaning, part: part, name: item.name)) {
      [PatternParser.nodes(item.pattern, variables)]
    } add: { all, test in
      all.parts[part].append(
        ItemTest(name: name, foldsName: test.ignoresCase, value: test))
    }
    return Condition(part: part, test: test)
  }

  /// Returns the number of a test, creating and adding the test if it is new.
  private mutating func number(
    _ name: Name, nodes: () -> [[PatternNode]], add: (inout RuleConditions, TextTest) -> Int
  ) -> Int {
    if let number = known[name] { return number }
    let test = TextTest(nodes(), ignoresCase: name.ignoresCase, decodes: name.decodes)
    let number = add(&self, test)
    known[name] = number
    return number
  }
}

extension RuleConditions.Name {
  fileprivate init(
    _ pattern: String, _ meaning: ComparedRules.Meaning, part: Int, name: String = ""
  ) {
    self.part = part
    self.name = name
    self.pattern = pattern
    ignoresCase = meaning.component.caseSensitive == false
    decodes = meaning.component.percentEncoded == false
    isLiteral = meaning.isLiteral
    file = meaning.file
  }
}

extension RuleConditions.Part {
  /// Adds a test and returns its number; the test's name matters only for items.
  fileprivate mutating func append(_ test: ItemTest) -> Int {
    switch self {
    case .fragment(let tests):
      self = .fragment(tests + [test.value])
      return tests.count
    case .query(let tests):
      self = .query(tests + [test.value])
      return tests.count
    case .items(let tests):
      self = .items(tests + [test])
      return tests.count
    }
  }
}
