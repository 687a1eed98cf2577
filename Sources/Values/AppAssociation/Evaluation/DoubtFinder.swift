/// Finds the doubts about one rule and one URL: the alternative readings of the rule that would
/// change the result.
struct DoubtFinder {
  let evaluator: AssociationEvaluator
  let url: EvaluatedURL

  func doubts(of rule: EffectiveRules.Rule, matches: Bool) -> Set<Doubt> {
    var doubts: Set<Doubt> = []
    for doubt in candidates(rule) where changes(rule, doubt, matches) { doubts.insert(doubt) }
    if !rule.source.unreadKeys.isEmpty { doubts.insert(.wrongType) }
    if rule.component.percentEncoded == false { addDecodingDoubts(rule, to: &doubts) }
    return doubts
  }

  private func addDecodingDoubts(_ rule: EffectiveRules.Rule, to doubts: inout Set<Doubt>) {
    let texts = [url.path, url.query, url.fragment]
    if texts.contains(where: { $0.withSpan(PercentDecoding.hasStrayPercent) }) {
      doubts.insert(.strayPercent)
    }
    let isForeign = texts.contains { text in
      text.withSpan(PercentDecoding.decoded).contains { $0 >= 0x80 }
    }
    if rule.component.caseSensitive == false, isForeign { doubts.insert(.foreignLetterCase) }
  }

  /// The doubts that the rule can raise at all.
  private func candidates(_ rule: EffectiveRules.Rule) -> [Doubt] {
    let component = rule.component
    var doubts: [Doubt] = []
    let path = component.path ?? ""
    if rule.source.isLegacy, !evaluator.features.knowsComponents { doubts.append(.legacySlashes) }
    if path.hasSuffix("*/") { doubts.append(.starBetweenSlashes) }
    if path.hasPrefix("*/") { doubts.append(.leadingStar) }
    if component.path == "" { doubts.append(.emptyPattern) }
    if rule.source.isLegacy, !evaluator.features.knowsNot, path == "*" { doubts.append(.loneStar) }
    if !rule.source.isLegacy { doubts += variableDoubts(component) }
    if component.caseSensitive == false { doubts.append(.queryNameCase) }
    if component.percentEncoded == false {
      doubts += [.queryNameEscapes, .queryStringEscapes, .characterWidth, .plusSign]
    }
    return doubts
  }

  private func variableDoubts(_ component: Component) -> [Doubt] {
    guard component.patterns.contains(where: { $0.holdsVariable }) else { return [] }
    return evaluator.features.knowsVariables
      ? [.unknownVariable, .shadowedVariable] : [.earlyVariable]
  }

  /// Whether the alternative reading of the rule changes the result.
  private func changes(_ rule: EffectiveRules.Rule, _ doubt: Doubt, _ matches: Bool) -> Bool {
    guard let reading = otherReading(rule, doubt) else { return false }
    var query = url.query[...]
    if doubt == .plusSign {
      query = query.flatMap { $0 == UInt8(ascii: "+") ? Array("%20".utf8) : [$0] }[...]
    }
    let other = url.withSpans { path, _, fragment in
      reading.matches(path: path, query: query.span, fragment: fragment)
    }
    return other != matches
  }

  private func otherReading(
    _ rule: EffectiveRules.Rule, _ doubt: Doubt
  ) -> ComponentMatcher? {
    var component = rule.component
    switch doubt {
    case .legacySlashes: return matcher(rule, .plainSlashes)
    case .starBetweenSlashes: return matcher(rule, .starBetweenSlashesIsKept)
    case .leadingStar: return matcher(rule, .leadingStarIsNotEmpty)
    case .queryNameCase: return matcher(rule, .queryNamesKeepCase)
    case .queryNameEscapes: return matcher(rule, .queryNamesAreDecoded)
    case .queryStringEscapes: return matcher(rule, .queryStringIsKept)
    case .characterWidth: return matcher(rule, .oneIsByte)
    case .plusSign: return matcher(rule, [])
    case .emptyPattern:
      component.path = nil
      return ComponentMatcher(component, variables: evaluator.variables)
    case .loneStar: return ComponentMatcher(component, variables: nil)
    case .earlyVariable: return ComponentMatcher(component, variables: evaluator.variables)
    case .unknownVariable:
      component.mapPatterns { $0.replacingUndefinedVariables(evaluator.variables) }
      return ComponentMatcher(component, variables: evaluator.variables)
    case .shadowedVariable:
      let own = evaluator.association.applinks?.substitutionVariables ?? []
      let unshadowed = own.filter { !SubstitutionVariables.isPredefined($0.name) }
      guard unshadowed.count < own.count else { return nil }
      return ComponentMatcher(component, variables: SubstitutionVariables(unshadowed))
    default: return nil
    }
  }

  private func matcher(
    _ rule: EffectiveRules.Rule, _ variation: MatchingVariation
  ) -> ComponentMatcher {
    EffectiveRules.matcher(
      rule.component, isLegacy: rule.source.isLegacy, evaluator.variables, evaluator.features,
      variation: variation)
  }
}

extension Component {
  /// All patterns of the rule.
  package var patterns: [String] {
    let items: [String] =
      switch query {
      case .string(let text): [text]
      case .items(let items): items.map(\.pattern)
      case nil: []
      }
    return [path, fragment].compactMap(\.self) + items
  }

  mutating func mapPatterns(_ transform: (String) -> String) {
    path = path.map(transform)
    fragment = fragment.map(transform)
    switch query {
    case .string(let text): query = .string(transform(text))
    case .items(let items):
      query = .items(items.map { .init(name: $0.name, pattern: transform($0.pattern)) })
    case nil: break
    }
  }
}

extension String {
  /// The pattern with `*` in place of every undefined or unclosed variable.
  fileprivate func replacingUndefinedVariables(_ variables: SubstitutionVariables) -> String {
    var result = ""
    var rest = Substring(self)
    while let open = rest.openingOfVariable {
      result += rest[..<open.lowerBound]
      guard let close = rest[open.upperBound...].firstIndex(of: ")") else { return result + "*" }
      let name = String(rest[open.upperBound..<close])
      let end = rest.index(after: close)
      result += variables.defines(name) ? String(rest[open.lowerBound..<end]) : "*"
      rest = rest[end...]
    }
    return result + rest
  }
}
