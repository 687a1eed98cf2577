import WebSyntax

struct QueryPattern: Sendable {
  enum Form: Sendable {
    case string(Pattern)
    case items([Item])
  }

  let form: Form
  private let variation: MatchingVariation

  struct Item: Sendable {
    let name: [UInt8]
    let pattern: Pattern
  }

  init(
    _ query: Component.Query, variables: SubstitutionVariables?, ignoresCase: Bool,
    countsCharacters: Bool = false, variation: MatchingVariation = []
  ) {
    self.variation = variation
    func pattern(_ text: String) -> Pattern {
      let nodes = PatternParser.nodes(text, variables)
      return Pattern(
        countsCharacters ? nodes.countingCharacters : nodes, ignoresCase: ignoresCase)
    }
    switch query {
    case .string(let text): form = .string(pattern(text))
    case .items(let items):
      form = .items(items.map { Item(name: Array($0.name.utf8), pattern: pattern($0.pattern)) })
    }
  }

  /// The work of a comparison with a query of that many bytes, at most, in steps of a budget.
  func steps(_ count: Int) -> Int {
    switch form {
    case .string(let pattern): pattern.steps(count)
    case .items(let items):
      items.reduce(0) { $0 + 1 + count / 32 + $1.pattern.steps(count) }
    }
  }

  /// Returns whether a query matches. A string pattern must match the whole query. With item
  /// patterns, every occurrence of each name must match; an absent name and a name without `=` have
  /// an empty value (WWDC19, session 717).
  func matches(_ query: Span<UInt8>, ignoresCase: Bool, decodes: Bool) -> Bool {
    switch form {
    case .string(let pattern):
      return matches(pattern, query, decodes && !variation.contains(.queryStringIsKept))
    case .items(let items):
      let foldsNames = ignoresCase && !variation.contains(.queryNamesKeepCase)
      let decodesNames = decodes && variation.contains(.queryNamesAreDecoded)
      for item in items {
        let matches = item.matches(
          query, foldsNames: foldsNames, decodesNames: decodesNames, decodes: decodes)
        guard matches else { return false }
      }
      return true
    }
  }

  private func matches(_ pattern: Pattern, _ text: Span<UInt8>, _ decodes: Bool) -> Bool {
    decodes ? PercentDecoding.with(text) { pattern.matches($0) } : pattern.matches(text)
  }
}

extension QueryPattern.Item {
  /// Returns whether every item with this name has a value that matches the pattern.
  func matches(
    _ query: Span<UInt8>, foldsNames: Bool, decodesNames: Bool, decodes: Bool
  ) -> Bool {
    var isPresent = false
    let isGood = forEachValue(in: query, foldsNames, decodesNames) { value in
      isPresent = true
      return decodes ? PercentDecoding.with(value) { pattern.matches($0) } : pattern.matches(value)
    }
    guard isGood, !isPresent else { return isGood }
    let absent: [UInt8] = []
    return absent.withSpan(pattern.matches)
  }

  /// The values of the items with this name, with their escapes left as written.
  func values(in query: [UInt8], foldsNames: Bool) -> [[UInt8]] {
    var values: [[UInt8]] = []
    _ = query.withSpan { query in
      forEachValue(in: query, foldsNames, false) { value in
        values.append(value.indices.map { value[$0] })
        return true
      }
    }
    return values
  }

  /// Calls `body` with the value of every item that has this name; false once `body` returns it.
  @inline(__always)
  private func forEachValue(
    in query: Span<UInt8>, _ foldsNames: Bool, _ decodesNames: Bool, _ body: (Span<UInt8>) -> Bool
  ) -> Bool {
    var start = 0
    while start <= query.count {
      var end = start
      var equals: Int?
      while end < query.count, query[end] != UInt8(ascii: "&") {
        if query[end] == UInt8(ascii: "="), equals == nil { equals = end }
        end += 1
      }
      let nameEnd = equals ?? end
      if end > start, isName(query.extracting(start..<nameEnd), foldsNames, decodesNames) {
        guard body(query.extracting((equals.map { $0 + 1 } ?? end)..<end)) else { return false }
      }
      start = end + 1
    }
    return true
  }

  private func isName(_ text: Span<UInt8>, _ folds: Bool, _ decodes: Bool) -> Bool {
    if decodes { return PercentDecoding.with(text) { isName($0, folds, false) } }
    guard text.count == name.count else { return false }
    for index in name.indices {
      let agrees =
        folds
        ? ASCII.lowercased(name[index]) == ASCII.lowercased(text[index])
        : name[index] == text[index]
      if !agrees { return false }
    }
    return true
  }
}
