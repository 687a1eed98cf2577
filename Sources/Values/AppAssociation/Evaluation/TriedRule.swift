import Platforms
import WebSyntax

/// One rule compared with one URL: whether it matches, how each of its parts compares, and which
/// doubts the result depends on.
struct TriedRule {
  private let evaluator: AssociationEvaluator
  private let url: EvaluatedURL
  private let rule: EffectiveRules.Rule
  private let matcher: ComponentMatcher
  /// The values of variables; nil where `$(` is literal text.
  private let variables: SubstitutionVariables?
  let matches: Bool

  /// - Parameter matcher: the rule as the evaluated system reads it.
  init(
    _ rule: EffectiveRules.Rule, _ matcher: ComponentMatcher, _ evaluator: AssociationEvaluator,
    _ url: EvaluatedURL
  ) {
    self.evaluator = evaluator
    self.url = url
    self.rule = rule
    self.matcher = matcher
    let knowsVariables = evaluator.system.has(.variables) && !rule.source.isLegacy
    variables = knowsVariables ? evaluator.variables : nil
    matches = url.withSpans { matcher.matches(path: $0, query: $1, fragment: $2) }
  }
}

// MARK: - Parts

extension TriedRule {
  /// The comparison part by part, up to the first mismatch.
  func trace(path: String) -> RuleTrace {
    var parts: [RuleTrace.Part] = []
    if let pattern = rule.component.path { parts.append(pathPart(pattern)) }
    switch rule.component.query {
    case _ where parts.last?.failure != nil: break
    case nil: break
    case .string(let pattern):
      parts.append(part("?", pattern, url.query, url.query.withSpan(matcher.matchesQuery)))
    case .items(let items):
      for item in items where parts.last?.failure == nil { parts.append(queryPart(item)) }
    }
    if let pattern = rule.component.fragment, parts.last?.failure == nil {
      parts.append(
        part("#", pattern, url.fragment, url.fragment.withSpan(matcher.matchesFragment)))
    }
    return RuleTrace(rule: path, effective: rule.component, parts: parts)
  }

  private func pathPart(_ pattern: String) -> RuleTrace.Part {
    let root = [UInt8(ascii: "/")]
    let text = shown(url.path.isEmpty ? root : url.path)
    let trimmed = Array(text[text.withSpan(PathPattern.trimmed)])
    let compared = trimmed.isEmpty ? root : trimmed
    let nodes = counted(PathPattern.nodes(pattern, variables))
    let difference = PatternDifference(
      nodes.isEmpty ? root.map(PatternNode.byte) : nodes, compared, ignoresCase: matcher.ignoresCase
    )
    // The first versions have special rules for the root page.
    let exception = difference.isNone ? "on this version it does not match the root page" : nil
    return RuleTrace.Part(
      key: "/", name: nil, pattern: pattern, text: String(decoding: compared, as: UTF8.self),
      failure: url.path.withSpan(matcher.matchesPath) ? nil : exception ?? difference.sentence,
      // The root page's slash agrees with every path, which must not make its rule the closest.
      agreement: nodes.isEmpty ? 0 : difference.agreement)
  }

  private func queryPart(_ item: Component.Query.Item) -> RuleTrace.Part {
    let pattern = Pattern(
      counted(PatternParser.nodes(item.pattern, variables)), ignoresCase: matcher.ignoresCase)
    let named = QueryPattern.Item(name: Array(item.name.utf8), pattern: pattern)
    let values = named.values(in: url.query, foldsNames: matcher.ignoresCase)
    let failing = values.first { !shown($0).withSpan(pattern.matches) }
    guard values.isEmpty else {
      return part(
        "?", item.pattern, failing ?? values.first ?? [], failing == nil, name: item.name)
    }
    let nothing: [UInt8] = []
    return part(
      "?", item.pattern, nothing, nothing.withSpan(pattern.matches), name: item.name,
      reason: "the URL has no '\(item.name)', so its value is treated as empty")
  }

  /// - Parameter reason: why the part does not match; nil for the difference of text and pattern.
  private func part(
    _ key: String, _ pattern: String, _ written: [UInt8], _ matches: Bool, name: String? = nil,
    reason: String? = nil
  ) -> RuleTrace.Part {
    let text = shown(written)
    let difference = PatternDifference(
      counted(PatternParser.nodes(pattern, variables)), text, ignoresCase: matcher.ignoresCase)
    return RuleTrace.Part(
      key: key, name: name, pattern: pattern, text: String(decoding: text, as: UTF8.self),
      failure: matches ? nil : reason ?? difference.sentence, agreement: difference.agreement)
  }

  private func counted(_ nodes: [PatternNode]) -> [PatternNode] {
    matcher.decodes ? nodes.countingCharacters : nodes
  }

  private func shown(_ text: [UInt8]) -> [UInt8] {
    matcher.decodes ? text.withSpan(PercentDecoding.decoded) : text
  }
}

// MARK: - Doubts

extension TriedRule {
  /// The doubts about the result: alternative readings of the rule that would change it.
  var doubts: Set<Doubt> {
    var doubts: Set<Doubt> = []
    for doubt in candidates where changes(doubt) { doubts.insert(doubt) }
    if !rule.source.unreadKeys.isEmpty { doubts.insert(.wrongType) }
    if matches, rule.component.path?.hasInnerSlashes == true { doubts.insert(.unusualSlashes) }
    guard matcher.decodes else { return doubts }
    let texts = [url.path, url.query, url.fragment]
    if texts.contains(where: { $0.withSpan(PercentDecoding.hasStrayPercent) }) {
      doubts.insert(.strayPercent)
    }
    let isForeign = texts.contains { shown($0).contains { $0 >= 0x80 } }
    if matcher.ignoresCase, isForeign { doubts.insert(.foreignLetterCase) }
    return doubts
  }

  /// The doubts that the rule can raise at all.
  private var candidates: [Doubt] {
    let component = rule.component
    let path = component.path ?? ""
    var doubts: [Doubt] = []
    if rule.source.isLegacy, !evaluator.system.has(.components) { doubts.append(.legacySlashes) }
    if path.hasSuffix("*/") { doubts.append(.starBetweenSlashes) }
    if path.hasPrefix("*/") { doubts.append(.leadingStar) }
    if component.path == "" { doubts.append(.emptyPattern) }
    if rule.source.isLegacy, path == "*", !evaluator.system.has(.components) {
      let isFirst = !evaluator.system.has(.notPaths)
      if isFirst || evaluator.system < SystemVersion(9, 3) {
        doubts.append(isFirst ? .loneStar : .laterLoneStar)
      }
    }
    if !rule.source.isLegacy, component.patterns.contains(where: { $0.holdsVariable }) {
      doubts +=
        evaluator.system.has(.variables)
        ? [.unknownVariable, .shadowedVariable] : [.earlyVariable]
    }
    if matcher.ignoresCase { doubts.append(.queryNameCase) }
    if matcher.decodes {
      doubts += [.queryNameEscapes, .queryStringEscapes, .characterWidth, .plusSign]
    }
    return doubts
  }

  /// Whether the alternative reading of the rule changes the result.
  private func changes(_ doubt: Doubt) -> Bool {
    guard let reading = otherReading(doubt) else { return false }
    var query = url.query[...]
    if doubt == .plusSign {
      query = query.flatMap { $0 == UInt8(ascii: "+") ? Array("%20".utf8) : [$0] }[...]
    }
    let other = url.withSpans { path, _, fragment in
      reading.matches(path: path, query: query.span, fragment: fragment)
    }
    return other != matches
  }

  private func otherReading(_ doubt: Doubt) -> ComponentMatcher? {
    var component = rule.component
    switch doubt {
    case .legacySlashes: return varied(.plainSlashes)
    case .starBetweenSlashes: return varied(.starBetweenSlashesIsKept)
    case .leadingStar: return varied(.leadingStarIsNotEmpty)
    case .queryNameCase: return varied(.queryNamesKeepCase)
    case .queryNameEscapes: return varied(.queryNamesAreDecoded)
    case .queryStringEscapes: return varied(.queryStringIsKept)
    case .characterWidth: return varied(.oneIsByte)
    case .plusSign: return varied([])
    case .loneStar: return ComponentMatcher(component, variables: nil)
    case .laterLoneStar: component.path = "/?*"
    case .emptyPattern: component.path = nil
    case .earlyVariable: break
    case .unknownVariable:
      component.mapPatterns { pattern in
        pattern.mappingVariables { name, text in
          name.map(evaluator.variables.defines) == true ? text : "*"
        }
      }
    case .shadowedVariable:
      let own = evaluator.association.applinks?.substitutionVariables ?? []
      let unshadowed = own.filter { !SubstitutionVariables.isPredefined($0.name) }
      guard unshadowed.count < own.count else { return nil }
      return ComponentMatcher(component, variables: SubstitutionVariables(unshadowed))
    default: return nil
    }
    return ComponentMatcher(component, variables: evaluator.variables)
  }

  private func varied(_ variation: MatchingVariation) -> ComponentMatcher {
    EffectiveRules.matcher(
      rule.component, isLegacy: rule.source.isLegacy, evaluator.variables, evaluator.system,
      variation: variation)
  }
}

extension Component {
  package var patterns: [String] { keyedPatterns.map(\.pattern) }

  /// The patterns with their keys in a file.
  var keyedPatterns: [(key: String, pattern: String)] {
    let items: [String] =
      switch query {
      case .string(let text): [text]
      case .items(let items): items.map(\.pattern)
      case nil: []
      }
    return [path].compactMap(\.self).map { ("/", $0) } + items.map { ("?", $0) }
      + [fragment].compactMap(\.self).map { ("#", $0) }
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
