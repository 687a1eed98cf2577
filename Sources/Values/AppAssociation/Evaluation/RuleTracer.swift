import WebSyntax

/// Compares a URL with a rule part by part and reports the first mismatch.
struct RuleTracer {
  let url: EvaluatedURL
  let variables: SubstitutionVariables?

  /// - Parameter matcher: the rule as the evaluated system reads it.
  func trace(
    _ component: Component, path rulePath: String, matcher: ComponentMatcher
  ) -> RuleTrace {
    var parts: [RuleTrace.Part] = []
    for part in [pathPart, queryParts, fragmentPart] {
      parts += part(component, matcher)
      if parts.last?.failure != nil { break }
    }
    return RuleTrace(rule: rulePath, effective: component, parts: parts)
  }

  private func pathPart(_ component: Component, _ matcher: ComponentMatcher) -> [RuleTrace.Part] {
    guard let pattern = component.path else { return [] }
    let text = shown(url.path.isEmpty ? [UInt8(ascii: "/")] : url.path, matcher)
    let matches = url.path.withSpan(matcher.matchesPath)
    let trimmed = Array(text[text.withSpan(PathPattern.trimmed)])
    let compared = trimmed.isEmpty ? [UInt8(ascii: "/")] : trimmed
    let nodes = counted(PathPattern.nodes(pattern, variables), matcher)
    let difference = PatternDifference(
      nodes.isEmpty ? [.byte(UInt8(ascii: "/"))] : nodes, compared,
      ignoresCase: matcher.ignoresCase)
    // The first versions have special rules for the root page.
    let exception = difference.isNone ? "on this version it does not match the root page" : nil
    let part = part("/", nil, pattern, compared, matches, difference, exception)
    return [nodes.isEmpty ? part.withoutAgreement : part]
  }

  private func counted(_ nodes: [PatternNode], _ matcher: ComponentMatcher) -> [PatternNode] {
    matcher.decodes ? nodes.countingCharacters : nodes
  }

  private func queryParts(_ component: Component, _ matcher: ComponentMatcher) -> [RuleTrace.Part] {
    switch component.query {
    case nil: return []
    case .string(let pattern):
      let text = shown(url.query, matcher)
      let nodes = counted(PatternParser.nodes(pattern, variables), matcher)
      let difference = PatternDifference(nodes, text, ignoresCase: matcher.ignoresCase)
      let matches = url.query.withSpan(matcher.matchesQuery)
      return [part("?", nil, pattern, text, matches, difference)]
    case .items(let items):
      var parts: [RuleTrace.Part] = []
      for item in items {
        parts.append(queryPart(item, matcher))
        if parts.last?.failure != nil { break }
      }
      return parts
    }
  }

  private func queryPart(
    _ item: Component.Query.Item, _ matcher: ComponentMatcher
  ) -> RuleTrace.Part {
    let values = QueryValues(url.query).values(of: item.name, ignoresCase: matcher.ignoresCase)
    let nodes = counted(PatternParser.nodes(item.pattern, variables), matcher)
    let pattern = Pattern(nodes, ignoresCase: matcher.ignoresCase)
    let texts = (values.isEmpty ? [[]] : values).map { shown($0, matcher) }
    let failing = texts.first { !$0.withSpan(pattern.matches) }
    let text = failing ?? texts.first ?? []
    let difference = PatternDifference(nodes, text, ignoresCase: matcher.ignoresCase)
    let absence =
      values.isEmpty ? "the URL has no '\(item.name)', so its value is treated as empty" : nil
    return part("?", item.name, item.pattern, text, failing == nil, difference, absence)
  }

  private func fragmentPart(
    _ component: Component, _ matcher: ComponentMatcher
  ) -> [RuleTrace.Part] {
    guard let pattern = component.fragment else { return [] }
    let text = shown(url.fragment, matcher)
    let nodes = counted(PatternParser.nodes(pattern, variables), matcher)
    let difference = PatternDifference(nodes, text, ignoresCase: matcher.ignoresCase)
    return [
      part("#", nil, pattern, text, url.fragment.withSpan(matcher.matchesFragment), difference)
    ]
  }

  private func shown(_ text: [UInt8], _ matcher: ComponentMatcher) -> [UInt8] {
    matcher.decodes ? text.withSpan(PercentDecoding.decoded) : text
  }

  private func part(
    _ key: String, _ name: String?, _ pattern: String, _ text: [UInt8], _ matches: Bool,
    _ difference: PatternDifference, _ absence: String? = nil
  ) -> RuleTrace.Part {
    RuleTrace.Part(
      key: key, name: name, pattern: pattern, text: String(decoding: text, as: UTF8.self),
      failure: matches ? nil : absence ?? difference.sentence, agreement: difference.agreement)
  }
}

extension RuleTrace.Part {
  /// The part with zero agreement: the root page's slash agrees with every path, which must not
  /// make its rule the closest.
  fileprivate var withoutAgreement: RuleTrace.Part {
    RuleTrace.Part(
      key: key, name: name, pattern: pattern, text: text, failure: failure, agreement: 0)
  }
}

/// The items of a query, with their escapes left as written.
struct QueryValues {
  private let items: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)]

  init(_ query: [UInt8]) {
    items = query.split(separator: UInt8(ascii: "&")).map { item in
      let equals = item.firstIndex(of: UInt8(ascii: "="))
      return (item[..<(equals ?? item.endIndex)], equals.map { item[($0 + 1)...] } ?? [])
    }
  }

  func values(of name: String, ignoresCase: Bool) -> [[UInt8]] {
    let wanted = name.utf8.map { ignoresCase ? ASCII.lowercased($0) : $0 }
    return items.filter { item in
      item.name.elementsEqual(wanted) { (ignoresCase ? ASCII.lowercased($0) : $0) == $1 }
    }.map { Array($0.value) }
  }
}
