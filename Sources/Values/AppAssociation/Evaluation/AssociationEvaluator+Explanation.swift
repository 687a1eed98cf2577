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
    let doubts = walk.doubts.union(fileDoubts(app, parts, walk.verdict))
      .union(hostDoubts(host.map(\.name) ?? url.host))
    return Explanation(
      verdict: walk.verdict, deciding: walk.deciding, closest: walk.closest,
      doubts: Doubt.allCases.filter(doubts.contains),
      remarks: parts.remarks(on: url)
        + [Platform.iOS.note(on: system)].compactMap(\.self)
        + (walk.verdict.decision == .match ? precedence(of: walk.explained?.entry, parts, app) : [])
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
    guard system.has(.universalLinks) else { return .noUniversalLinks(system) }
    guard URLScheme.isWeb(url.scheme) else { return .noUniversalLinkScheme(url.scheme) }
    if let host, !host.matches(url.host) {
      return .otherHost(url.host, file: "\(host)")
    }
    if url.port != nil { return .explicitPort }
    guard named.contains(app) else { return .appNotNamed }
    guard system.accepts(association) else { return .fileTooLarge(association.byteCount, system) }
    guard rules(of: app).isEmpty else { return nil }
    return unreadReason(app)
  }

  /// Returns why a file that names an app has no readable entry for it.
  private func unreadReason(_ app: String) -> Obstacle {
    guard let entry = firstMention[app] else { return .noEntry }
    if !system.has(.components) { return .newerEntry(entry.path, system) }
    return entry.appID == app && entry.node.member("appIDs") != nil
      ? .replacedAppID(entry.path) : .appIDsNotStrings(entry.path)
  }

  /// Source: developer forums, threads 807695 and 814156.
  private func hostDoubts(_ host: String) -> Set<Doubt> {
    system >= SystemVersion(16) && HostPattern(host)?.isInternational == true
      ? [.internationalHost] : []
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
      Set(decided.details.identifiers(on: system)).count > 1
    {
      doubts.insert(.severalIdentifiers)
    }
    if !system.has(.components), association.applinks?.hasEmptyApps != true {
      doubts.insert(.missingApps)
    }
    if entries.contains(where: { $0.details.hasUnreadRules(on: system) }) {
      doubts.insert(.wrongType)
    }
    if association.byteCount > 128_000, system.has(.contentDeliveryNetwork) {
      doubts.insert(.largeFile)
    }
    if association.isSigned, system.has(.components) { doubts.insert(.signedFile) }
    return doubts
  }

  /// Which app opens a URL that entries of several apps open. A file with very many entries is left
  /// alone.
  ///
  /// Source: an Apple engineer in the developer forums (thread 649423): the first entry wins.
  private func precedence(
    of decided: EffectiveRules?, _ url: EvaluatedURL, _ app: String
  ) -> [String] {
    guard let decided, (2...200).contains(entries.count) else { return [] }
    let others = entries.filter { entry in
      guard !entry.details.identifiers(on: system).contains(app) else { return false }
      let position = url.withSpans {
        entry.compiled.first(path: $0, query: $1, fragment: $2)
      }
      return position.map { entry.rules[$0].component.exclude != true } ?? false
    }
    guard let first = others.first else { return [] }
    return [
      first.entry < decided.entry
        ? "\(first.details.path) opens this URL too and comes first: where several of these apps are "
          + "installed, Apple says that its app opens"
        : "\(first.details.path) opens this URL too: where several of these apps are installed, Apple "
          + "says that the one of the first entry opens, \(decided.details.path)"
    ]
  }
}

/// Tries each rule in turn, up to the one that decides, and records verdict, trace and doubts.
private struct Walk {
  let evaluator: AssociationEvaluator
  let url: EvaluatedURL
  var verdict = Verdict.noMatch
  var deciding: RuleTrace?
  var closest: RuleTrace?
  var doubts: Set<Doubt> = []
  /// The deciding or closest rule.
  var explained: (entry: EffectiveRules, rule: EffectiveRules.Rule)?
  var closeness = (parts: -1, agreement: -1)

  mutating func run(_ app: String) {
    for entry in evaluator.rules(of: app) {
      for (position, rule) in entry.rules.enumerated() {
        if Interruption.isDue { return }
        let tried = TriedRule(rule, entry.compiled.matchers[position], evaluator, url)
        doubts.formUnion(tried.doubts)
        let trace = tried.trace(path: entry.details.path(of: rule.source))
        if tried.matches {
          (deciding, closest, explained) = (trace, nil, (entry, rule))
          verdict = evaluator.verdict(entry, position)
          return
        }
        compare(trace, of: rule, in: entry)
      }
    }
  }

  /// Keeps the trace if its rule is the closest so far.
  private mutating func compare(
    _ trace: RuleTrace, of rule: EffectiveRules.Rule, in entry: EffectiveRules
  ) {
    // An exclude that nearly matched does not explain why no rule matched.
    let isExclude = rule.component.exclude == true
    guard !isExclude || closest == nil else { return }
    let agreement = trace.parts.last?.agreement ?? 0
    let found = (parts: isExclude ? 0 : trace.parts.count, agreement: agreement)
    guard found > closeness else { return }
    (closeness, closest, explained) = (found, trace, (entry, rule))
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
  fileprivate func hasUnreadRules(on system: SystemVersion) -> Bool {
    let key = system.has(.components) && components != nil ? "components" : "paths"
    guard let list = node.member(key) else { return false }
    return list.array?.count != rules(on: system).count
  }
}

extension AssociationEvaluator {
  /// Describes the parts of a rule that this version ignores, without capitals or full stops.
  func unreadParts(of rule: EffectiveRules.Rule, in entry: EffectiveRules) -> [String] {
    let path = entry.details.path(of: rule.source)
    if rule.isUnknownNot {
      return ["iOS \(system) does not support 'NOT ', which was introduced in iOS 9.2"]
    }
    guard !rule.source.isLegacy else { return [] }
    let own = rule.source.component
    var sentences: [String] = []
    func ignored(_ key: String, since: String) {
      sentences.append(
        "iOS \(system) ignores '\(key)' of \(path), which was introduced in iOS \(since)")
    }
    if own.caseSensitive == false, !system.has(.caseSensitive) {
      ignored("caseSensitive", since: "13.5")
    }
    if own.percentEncoded == false, !system.has(.percentEncoded) {
      ignored("percentEncoded", since: "14")
    }
    if !system.has(.defaults),
      entry.details.defaults != nil || association.applinks?.defaults != nil
    {
      sentences.append("iOS \(system) ignores 'defaults', which was introduced in iOS 14")
    }
    if !system.has(.variables), own.patterns.contains(where: { $0.holdsVariable }) {
      sentences.append("iOS \(system) does not support '$(…)', which was introduced in iOS 13.5")
    }
    for key in rule.source.unreadKeys {
      sentences.append(
        key == "?"
          ? "'?' of \(path) is ignored as a whole, because a value in it is not a string"
          : "'\(key)' of \(path) is ignored, because its value has the wrong type")
    }
    return sentences
  }
}
