public import Platforms
public import WebSyntax

/// Evaluates URLs against an `assetlinks.json` as one version of Android does.
///
/// The file alone never opens an app: the app's manifest must also declare the host and path. Since
/// Android 15, rules in the file narrow what the manifest declares. They are compared with the
/// decoded URL.
///
/// Sources: Google, Digital Asset Links; "Configure website associations"; the Android Open Source
/// Project, `UriRelativeFilterGroup`.
public struct AndroidEvaluator: Sendable {
  /// The Android version.
  public let system: SystemVersion
  private let statements: [String: [Statement]]
  /// The remarks about included lists in every explanation; empty when the file includes none.
  private let includes: [String]

  /// Creates an evaluator for a file and a version.
  public init(_ links: AssetLinks, system: SystemVersion = .newestAndroid) {
    self.system = system
    var statements: [String: [Statement]] = [:]
    for statement in links.statements {
      guard let name = statement.packageName else { continue }
      statements[name, default: []].append(statement)
    }
    self.statements = statements
    includes = Self.remarks(onIncluded: links.statements.compactMap(\.include))
  }

  /// Explains the verdict on a URL of the file's host, with its reasons and limits.
  ///
  /// - Parameters:
  ///   - url: any URL; a URL with another host or scheme does not match.
  ///   - host: the host that serves the file; nil uses the URL's host.
  ///   - package: the name of a package, compared literally.
  public func explanation(
    for url: WebURL, host: HostPattern? = nil, package: String
  ) -> Explanation {
    if let obstacle = obstacle(url, host) {
      return Explanation(verdict: .noMatch, obstacle: obstacle)
    }
    let granting = granting(package)
    guard let statement = granting.first else {
      return Explanation(
        verdict: .noMatch, obstacle: statements[package] == nil ? .packageNotNamed : .notGranted,
        remarks: includes)
    }
    var explanation = decide(url, granting, statement)
    if let note = Platform.android.note(on: system) { explanation.remarks.append(note) }
    return explanation
  }

  /// The statements that let a package open URLs.
  func granting(_ package: String) -> [Statement] {
    (statements[package] ?? []).filter {
      $0.relations.contains(Statement.handleAllURLs) && !$0.fingerprints.isEmpty
    }
  }

  private func obstacle(_ url: WebURL, _ host: HostPattern?) -> Obstacle? {
    guard system.has(.appLinks) else { return .noAppLinks(system) }
    guard URLScheme.isWeb(url.scheme) else { return .noAppLinkScheme(url.scheme) }
    if let host, !host.matches(url.host) {
      return .otherHost(url.host, file: "\(host)")
    }
    return nil
  }

  private func decide(
    _ url: WebURL, _ granting: [Statement], _ statement: Statement
  ) -> Explanation {
    let match = Verdict(decision: .match, rule: "[\(statement.index)]")
    let lists = granting.filter { $0.dynamicRules != nil }
    guard system.has(.dynamicRules), let list = lists.first, let node = list.dynamicRules else {
      let stray = granting.lazy.compactMap(\.strayRules.first).first
      let unread = system.has(.dynamicRules) ? stray : nil
      return Explanation(
        verdict: match,
        remarks: [Self.manifest] + includes
          + (unread.map { ["rules of the file are not read: \($0.path): \($0.message)"] } ?? []))
    }
    var remarks = [Self.manifest, Self.services]
    if lists.count > 1 {
      remarks.append("several statements have rules for this app: which one applies is unknown")
    }
    do throws(DynamicRule.Malformation) {
      let rules = try DynamicRule.list(node)
      if rules.contains(where: { !$0.unknownKeys.isEmpty }) {
        remarks.append(
          "a rule has undocumented keys: whether they void all rules is unknown")
      }
      if rules.contains(where: \.hasUnclearName) {
        remarks.append(
          "a rule names a query item with '*', '?' or a backslash: whether these are "
            + "literal is unknown")
      }
      if url.path.isEmpty {
        remarks.append("the path is compared as empty: browsers write it as '/'")
      }
      return walk(rules, AndroidURL(url), list, remarks: remarks + includes)
    } catch {
      remarks.append(
        "the rules are discarded: \(list.dynamicPath)\(error.path): \(error.message)")
      return Explanation(verdict: match, remarks: remarks + includes)
    }
  }

  /// The first matching rule decides; if there is none, the URL does not open the app.
  private func walk(
    _ rules: [DynamicRule], _ url: AndroidURL, _ statement: Statement, remarks: [String]
  ) -> Explanation {
    let tracer = AndroidRuleTracer(url: url)
    var closest: RuleTrace?
    for (index, rule) in rules.enumerated() {
      let path = "\(statement.dynamicPath)[\(index)]"
      let trace = tracer.trace(rule.component, path: path)
      // A rule without patterns matches nothing rather than everything.
      guard !trace.parts.isEmpty, trace.parts.allSatisfy({ $0.failure == nil }) else {
        let closeness = closest.map { ($0.parts.count, $0.parts.last?.agreement ?? 0) } ?? (0, 0)
        if (trace.parts.count, trace.parts.last?.agreement ?? 0) > closeness { closest = trace }
        continue
      }
      let decision: Verdict.Decision = rule.component.exclude == true ? .exclude : .match
      return Explanation(
        verdict: Verdict(decision: decision, rule: path), deciding: trace, remarks: remarks)
    }
    return Explanation(verdict: .noMatch, closest: closest, remarks: remarks)
  }

  private static let manifest =
    "the app opens only what an intent filter in its manifest declares, which the file does not show"
  private static let services = "the rules apply only on devices with Google services"

  /// The number of included lists that a remark names; systems follow no more in a whole tree.
  private static let namedLists = 10

  private static func remarks(onIncluded lists: [String]) -> [String] {
    guard !lists.isEmpty else { return [] }
    let rest = lists.count - namedLists
    let named = lists.prefix(namedLists).joined(separator: ", ")
    return ["included lists are not followed: \(named)\(rest > 0 ? " and \(rest) more" : "")"]
  }
}
