import JSONSyntax
import Platforms
public import WebSyntax

extension AssociationEvaluator {
  /// Explains the verdict on a URL with the deciding or closest rule and any doubts.
  ///
  /// - Parameters:
  ///   - url: any URL; a URL with another host or scheme does not match.
  ///   - host: the host that serves the file; nil uses the URL's host.
  ///   - app: an application identifier, compared literally.
  public func explanation(
    for url: WebURL, host: HostPattern? = nil, app: String
  ) -> Explanation {
    if let obstacle = obstacle(url, host, app) {
      let isPort = url.port != nil
      return Explanation(
        verdict: .noMatch, obstacle: obstacle,
        doubts: isPort ? [.explicitPort] : [])
    }
    let parts = EvaluatedURL(url)
    var walk = Walk(evaluator: self, url: parts)
    walk.run(app)
    return Explanation(
      verdict: walk.verdict, deciding: walk.deciding, closest: walk.closest,
      doubts: sorted(walk.doubts.union(fileDoubts(app, parts, walk.verdict))),
      remarks: parts.remarks(on: url)
        + [Platform.iOS.note(on: system)].compactMap(\.self)
        + (walk.explained.map { unreadParts(of: $0.rule, in: $0.entry) } ?? []))
  }

  /// Explains the verdicts for several apps. Apps with the same entries share one explanation, so a
  /// list of thousands of apps takes no longer than a single app.
  public func explanations(
    for url: WebURL, host: HostPattern? = nil, apps: [String]
  ) -> [Explanation] {
    var known: [[Int]: Explanation] = [:]
    return apps.map { app in
      let entries = positions(of: app)
      if !entries.isEmpty, let explanation = known[entries] { return explanation }
      let explanation = explanation(for: url, host: host, app: app)
      known[entries] = explanation
      return explanation
    }
  }

  private func obstacle(_ url: WebURL, _ host: HostPattern?, _ app: String) -> Obstacle? {
    guard features.hasUniversalLinks else { return .noUniversalLinks(system) }
    guard URLScheme.isWeb(url.scheme) else { return .noUniversalLinkScheme(url.scheme) }
    if let host, !host.matches(url.host) {
      return .otherHost(url.host, file: "\(host)")
    }
    if url.port != nil { return .explicitPort }
    guard names(app) else { return .appNotNamed }
    if features.limitsSize, !features.usesContentDeliveryNetwork,
      association.byteCount > 128 * 1024
    {
      return .fileTooLarge(association.byteCount, system)
    }
    guard rules(of: app).isEmpty else { return nil }
    return unreadReason(app)
  }

  /// Returns why a file that names an app has no readable entry for it.
  private func unreadReason(_ app: String) -> Obstacle {
    guard let entry = firstMention(of: app) else { return .noEntry }
    if !features.knowsComponents { return .newerEntry(entry.path, system) }
    return entry.appID == app && entry.node.member("appIDs") != nil
      ? .replacedAppID(entry.path) : .appIDsNotStrings(entry.path)
  }

  private func fileDoubts(_ app: String, _ url: EvaluatedURL, _ verdict: Verdict) -> Set<Doubt> {
    var doubts: Set<Doubt> = []
    if url.hasUnusualSlashes { doubts.insert(.unusualSlashes) }
    let entries = rules(of: app)
    let decided = entries.first { entry in
      verdict.rule?.hasPrefix(entry.details.path + ".") == true
    }
    if let first = entries.first, let decided, first.entry != decided.entry {
      doubts.insert(.severalEntries)
    }
    if let decided, verdict.decision == .match,
      decided.details.identifiers(on: features).count > 1
    {
      doubts.insert(.severalIdentifiers)
    }
    if !features.knowsComponents, association.applinks?.hasEmptyApps != true {
      doubts.insert(.missingApps)
    }
    if entries.contains(where: { $0.details.hasUnreadRules(on: features) }) {
      doubts.insert(.wrongType)
    }
    if association.byteCount > 128_000, features.usesContentDeliveryNetwork {
      doubts.insert(.largeFile)
    }
    if association.isSigned, features.knowsComponents { doubts.insert(.signedFile) }
    return doubts
  }

  private func sorted(_ doubts: Set<Doubt>) -> [Doubt] {
    Doubt.allCases.filter(doubts.contains)
  }
}

/// Tries each rule in turn and records the details for the explanation.
private struct Walk {
  let evaluator: AssociationEvaluator
  let url: EvaluatedURL
  var verdict = Verdict.noMatch
  var deciding: RuleTrace?
  var closest: RuleTrace?
  var doubts: Set<Doubt> = []
  /// The deciding or closest rule.
  private(set) var explained: (entry: EffectiveRules, rule: EffectiveRules.Rule)?
  private var closeness = (parts: -1, agreement: -1)

  init(evaluator: AssociationEvaluator, url: EvaluatedURL) {
    self.evaluator = evaluator
    self.url = url
  }

  mutating func run(_ app: String) {
    for entry in evaluator.rules(of: app) {
      for position in entry.rules.indices {
        if Interruption.isDue { return }
        guard tryRule(entry, position) else { continue }
        verdict = evaluator.verdict(entry, position)
        closest = nil
        return
      }
    }
  }

  /// Returns whether the rule decides.
  private mutating func tryRule(_ entry: EffectiveRules, _ position: Int) -> Bool {
    let rule = entry.rules[position]
    let matches = url.withSpans {
      entry.compiled.matchers[position].matches(path: $0, query: $1, fragment: $2)
    }
    doubts.formUnion(
      DoubtFinder(evaluator: evaluator, url: url).doubts(of: rule, matches: matches))
    let knowsVariables = evaluator.features.knowsVariables && !rule.source.isLegacy
    let tracer = RuleTracer(url: url, variables: knowsVariables ? evaluator.variables : nil)
    let trace = tracer.trace(
      rule.component, path: entry.details.path(of: rule.source),
      matcher: entry.compiled.matchers[position])
    if matches {
      deciding = trace
      explained = (entry, rule)
    } else if rule.component.exclude != true || closest == nil {
      // An exclude that nearly matched does not explain why no rule matched.
      let agreement = trace.parts.last?.agreement ?? 0
      let isExclude = rule.component.exclude == true
      let found = (parts: isExclude ? 0 : trace.parts.count, agreement: agreement)
      if found > closeness {
        closeness = found
        closest = trace
        explained = (entry, rule)
      }
    }
    return matches
  }
}

extension EvaluatedURL {
  /// A remark on the parts that were escaped before the comparison.
  func remarks(on url: WebURL) -> [String] {
    let written = [url.path, url.query ?? "", url.fragment ?? ""].map { Array($0.utf8) }
    let sent = [path, query, fragment]
    guard written != sent else { return [] }
    let changed = zip(sent, written).filter { $0 != $1 }.map(\.0)
    let texts = changed.map { "'\(String(decoding: $0, as: UTF8.self))'" }
    return ["rules are compared with the URL as it is sent: \(texts.joined(separator: ", "))"]
  }

  /// Whether the path has `//` or a dot segment before its last slash.
  fileprivate var hasUnusualSlashes: Bool {
    let path = String(decoding: path, as: UTF8.self)
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    let inner = segments.dropFirst()
    if inner.contains(".") || inner.contains("..") { return true }
    guard let last = inner.lastIndex(where: { !$0.isEmpty }) else { return false }
    return inner[..<last].contains("")
  }
}

extension Details {
  /// Whether the list of rules that a system reads is not an array or contains elements that are
  /// not rules.
  fileprivate func hasUnreadRules(on features: AppleFeatures) -> Bool {
    let key = features.knowsComponents && components != nil ? "components" : "paths"
    guard let list = node.member(key) else { return false }
    return list.array?.count != rules(on: features).count
  }
}
