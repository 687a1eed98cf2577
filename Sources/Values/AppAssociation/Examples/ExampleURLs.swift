import WebSyntax

/// URLs that distinguish rules: for each rule, some that it accepts and some near misses.
package struct ExampleURLs {
  package private(set) var all: [ExampleURL] = []
  private var seen: Set<String> = []
  private let limit: Int

  /// What is left after the work of making them.
  package private(set) var budget: WorkBudget

  package init(limit: Int, _ budget: WorkBudget) {
    self.limit = limit
    self.budget = budget
  }

  package mutating func add(_ rules: [Component], variables: SubstitutionVariables?) {
    for rule in rules {
      guard all.count < limit, budget.spend(Self.steps(rule)) else { return }
      addVariants(rule, variables)
    }
    addCombinations(rules, variables)
  }

  private mutating func add(path: String, query: String? = nil, fragment: String? = nil) {
    let length = [path, query ?? "", fragment ?? ""].reduce(0) { $0 + $1.utf8.count }
    guard all.count < limit, budget.spend(10 + length / 16),
      let url = ExampleURL(path: path, query: query, fragment: fragment),
      url.isUsual, seen.insert(url.text).inserted
    else { return }
    all.append(url)
  }

  private static func steps(_ rule: Component) -> Int {
    rule.patterns.reduce(20) { $0 + $1.utf8.count / 4 }
  }

  /// Adds URLs with one part varied while the others match.
  private mutating func addVariants(_ rule: Component, _ variables: SubstitutionVariables?) {
    for seed in 0..<4 {
      guard let text = ExampleText(rule, variables, seed: seed) else { return }
      let (path, query, fragment) = (text.path, text.query, text.fragment)
      add(path: path, query: query, fragment: fragment)
      guard seed == 0 else { continue }
      for path in Self.paths(near: path) { add(path: path, query: query, fragment: fragment) }
      for query in Self.queries(near: query, rule) {
        add(path: path, query: query, fragment: fragment)
      }
      for fragment in [nil, (fragment ?? "") + "x", fragment?.withOtherCase] {
        add(path: path, query: query, fragment: fragment)
      }
      add(path: path)
    }
  }

  private static func paths(near path: String) -> [String] {
    let bare = path.hasSuffix("/") ? String(path.dropLast()) : path
    let parent = bare.lastIndex(of: "/").map { String(bare[..<$0]) } ?? ""
    return [
      path.withOtherCase, path.withEscapedLetter, bare + "/", bare + "x", bare + "/more",
      parent.isEmpty ? "/" : parent, "/x" + path,
    ].compactMap(\.self)
  }

  private static func queries(near query: String?, _ rule: Component) -> [String?] {
    guard let query else { return [nil, "x=1"] }
    var variants: [String?] = [nil, query + "&x=1", query.withOtherCase]
    guard case .items(let items) = rule.query else {
      return variants + [query + "x", query.withEscapedLetter]
    }
    let parts = query.split(separator: "&").map(String.init)
    for (number, item) in items.enumerated().prefix(4) where number < parts.count {
      let name = ExampleText.name(item.name)
      var others = parts
      others.remove(at: number)
      variants.append(others.isEmpty ? nil : others.joined(separator: "&"))
      variants.append((others + [name]).joined(separator: "&"))
      variants.append((others + [parts[number] + "x"]).joined(separator: "&"))
      variants.append((parts + ["\(name)=other"]).joined(separator: "&"))
    }
    return variants + [query.withEscapedLetter]
  }

  /// Combines the paths, queries and fragments of all rules, as far as the limit allows.
  private mutating func addCombinations(
    _ rules: [Component], _ variables: SubstitutionVariables?
  ) {
    var parts = ExampleParts()
    for rule in rules.prefix(limit) where budget.spend(Self.steps(rule)) {
      parts.add(rule, variables)
    }
    for path in parts.paths {
      for query in parts.queries {
        for fragment in parts.fragments {
          guard all.count < limit, !budget.isExceeded else { return }
          add(path: path, query: query, fragment: fragment)
        }
      }
    }
  }

  /// The distinct parts of URLs that rules accept.
  private struct ExampleParts {
    private(set) var paths: [String] = []
    private(set) var queries: [String?] = [nil]
    private(set) var fragments: [String?] = [nil]

    mutating func add(_ rule: Component, _ variables: SubstitutionVariables?) {
      guard let text = ExampleText(rule, variables, seed: 0) else { return }
      let (path, query, fragment) = (text.path, text.query, text.fragment)
      for variant in [path, path.withOtherCase, path + "/x"].compactMap(\.self)
      where !paths.suffix(100).contains(variant) {
        paths.append(variant)
      }
      let doubled = query.map { "\($0)&\($0)x" }
      for variant in [query, doubled, query.map { $0 + "&y=2" }]
      where queries.count < 12 && !queries.contains(variant) {
        queries.append(variant)
      }
      if fragments.count < 5, !fragments.contains(fragment) { fragments.append(fragment) }
    }
  }
}

extension String {
  /// The text with letters outside escapes in upper case, or in lower case if they already are; nil
  /// when there are no letters.
  fileprivate var withOtherCase: String? {
    let upper = mappingLetters { $0 & 0xDF }
    if upper != self { return upper }
    let lower = mappingLetters { $0 | 0x20 }
    return lower == self ? nil : lower
  }

  /// The text with the last letter outside escapes written as an escape; nil when there is none.
  fileprivate var withEscapedLetter: String? {
    let bytes = Array(utf8)
    guard let index = bytes.indices.last(where: { Self.isPlainLetter(bytes, $0) }) else {
      return nil
    }
    let escape = PercentCoding.encode(bytes[index...index]) { _ in true }
    return String(decoding: bytes[..<index], as: UTF8.self) + escape
      + String(decoding: bytes[(index + 1)...], as: UTF8.self)
  }

  private func mappingLetters(_ transform: (UInt8) -> UInt8) -> String {
    let bytes = Array(utf8)
    let mapped = bytes.indices.map {
      Self.isPlainLetter(bytes, $0) ? transform(bytes[$0]) : bytes[$0]
    }
    return String(decoding: mapped, as: UTF8.self)
  }

  private static func isPlainLetter(_ bytes: [UInt8], _ index: Int) -> Bool {
    ASCII.isLetter(bytes[index])
      && !(1...2).contains { index >= $0 && bytes[index - $0] == UInt8(ascii: "%") }
  }
}
