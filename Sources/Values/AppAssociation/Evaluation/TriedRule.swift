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
    var doubts = readings
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

  private var readings: Set<Doubt> {
    var doubts: Set<Doubt> = []
    /// Tries another reading of a rule that can raise the doubt at all.
    func read(
      _ doubt: Doubt, if isPossible: Bool, _ reading: @autoclosure () -> ComponentMatcher?,
      query: [UInt8]? = nil
    ) {
      guard isPossible, let reading = reading() else { return }
      let query = (query ?? url.query)[...]
      let other = url.withSpans { path, _, fragment in
        reading.matches(path: path, query: query.span, fragment: fragment)
      }
      if other != matches { doubts.insert(doubt) }
    }
    let system = evaluator.system
    let path = rule.component.path
    let isOld = rule.source.isLegacy && !system.has(.components)
    read(.legacySlashes, if: isOld, varied(.plainSlashes))
    read(
      .starBetweenSlashes, if: path?.hasSuffix("*/") == true, varied(.starBetweenSlashesIsKept))
    read(.leadingStar, if: path?.hasPrefix("*/") == true, varied(.leadingStarIsNotEmpty))
    read(.emptyPattern, if: path == "", changed { $0.path = nil })
    let isFirst = !system.has(.notPaths)
    read(
      .loneStar, if: isOld && path == "*" && isFirst,
      ComponentMatcher(rule.component, variables: nil))
    read(
      .laterLoneStar, if: isOld && path == "*" && !isFirst && system < SystemVersion(9, 3),
      changed { $0.path = "/?*" })
    if !rule.source.isLegacy, rule.component.patterns.contains(where: { $0.holdsVariable }) {
      let knowsVariables = system.has(.variables)
      read(.earlyVariable, if: !knowsVariables, changed { _ in })
      read(.unknownVariable, if: knowsVariables, changed { $0.mapPatterns(openingUnknown) })
      read(.shadowedVariable, if: knowsVariables, withApplesVariables)
    }
    read(.queryNameCase, if: matcher.ignoresCase, varied(.queryNamesKeepCase))
    guard matcher.decodes else { return doubts }
    read(.queryNameEscapes, if: true, varied(.queryNamesAreDecoded))
    read(.queryStringEscapes, if: true, varied(.queryStringIsKept))
    read(.characterWidth, if: true, varied(.oneIsByte))
    let spaced = url.query.flatMap { $0 == UInt8(ascii: "+") ? Array("%20".utf8) : [$0] }
    read(.plusSign, if: true, varied([]), query: spaced)
    return doubts
  }

  private func openingUnknown(_ pattern: String) -> String {
    pattern.mappingVariables { name, text in
      name.map(evaluator.variables.defines) == true ? text : "*"
    }
  }

  /// The rule with Apple's variables where those of the file have the same names.
  private var withApplesVariables: ComponentMatcher? {
    let own = evaluator.association.applinks?.substitutionVariables ?? []
    let unshadowed = own.filter { !SubstitutionVariables.isPredefined($0.name) }
    guard unshadowed.count < own.count else { return nil }
    return ComponentMatcher(rule.component, variables: SubstitutionVariables(unshadowed))
  }

  private func changed(_ change: (inout Component) -> Void) -> ComponentMatcher {
    var component = rule.component
    change(&component)
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
