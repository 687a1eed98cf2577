package import JSONSyntax
import Platforms

/// Generates association files from the same rules that the server uses.
public enum AssociationGenerator {
  /// Generates the `apple-app-site-association`; nil when no app takes part in any service.
  public static func apple(_ source: AssociationSource) -> GeneratedDocument? {
    fitting(source, appleFile)
  }

  private static func appleFile(_ source: AssociationSource) -> GeneratedDocument? {
    var members: [JSONOutput.Member] = []
    var findings: [GenerationFinding] = []
    var rules: [String: Int] = [:]
    if let (applinks, found, routes) = applinks(source) {
      members.append(.init("applinks", applinks))
      findings += found
      rules = routes
    }
    for (name, apps) in [
      ("webcredentials", source.webcredentials),
      ("activitycontinuation", source.activitycontinuation),
    ] {
      let identifiers = apps.flatMap { source.apps[$0].appIDs }.map(\.description)
      if !identifiers.isEmpty { members.append(.init(name, service(identifiers))) }
    }
    let clips = source.appclips.flatMap { source.apps[$0].appClipIDs }.map(\.description)
    if !clips.isEmpty { members.append(.init("appclips", service(clips))) }
    guard !members.isEmpty else { return nil }
    let bytes = Array((JSONOutput.object(members).pretty + "\n").utf8)
    return GeneratedDocument(
      bytes: bytes, findings: findings + sizeFindings(bytes.count), rules: rules)
  }

  private static func service(_ identifiers: [String]) -> JSONOutput {
    .object([.init("apps", .strings(identifiers))])
  }

  /// A file, without the values of variables if it is too large with them.
  private static func fitting(
    _ source: AssociationSource, _ file: (AssociationSource) -> GeneratedDocument?
  ) -> GeneratedDocument? {
    let listed = file(source)
    guard let listed, listed.bytes.count > safeSize else { return listed }
    var source = source
    source.textLimit = 0
    return file(source)
  }

  private static let safeSize = 128_000

  /// Since iOS 9.3.1 a file may have up to 128 KB; Apple does not say whether that means 128,000 or
  /// 131,072 bytes.
  private static func sizeFindings(_ count: Int) -> [GenerationFinding] {
    guard count > safeSize else { return [] }
    let isError = count > 128 * 1024
    let message = "the file has \(count) bytes: expected at most \(isError ? 131_072 : safeSize)"
    return [
      GenerationFinding(
        severity: isError ? .error : .warning, code: "file-size", message: message, rule: nil)
    ]
  }

  private static func applinks(
    _ source: AssociationSource
  ) -> (JSONOutput, [GenerationFinding], rules: [String: Int])? {
    var entries: [(identifiers: [String], rules: AppRules)] = []
    var legacy: [JSONOutput] = []
    var findings = findings(about: source)
    var seen: Set<AppIdentifier> = []
    for position in source.order {
      let app = source.apps[position]
      let identifiers = app.appIDs.filter { seen.insert($0).inserted }
      guard !identifiers.isEmpty, source.opens(position) else { continue }
      let rules = AppRules(app: position, source: source)
      // Of several entries the first wins; which of several identifiers in one entry does is
      // undocumented.
      entries.append((identifiers.map(\.description), rules))
      findings += versionFindings(rules, oldestSystem: app.oldestSystem)
      guard !app.oldestSystem.has(.components) else { continue }
      let paths = LegacyPaths(rules, oldestSystem: app.oldestSystem)
      findings += paths.findings
      legacy += identifiers.map { identifier in
        .object([
          .init("appID", .string(identifier.description)), .init("paths", .strings(paths.paths)),
        ])
      }
    }
    guard !entries.isEmpty else { return nil }
    let details = entries.map { identifiers, rules in
      JSONOutput.object([
        .init("appIDs", .strings(identifiers)),
        .init("components", .array(rules.entries.map { $0.component.json })),
      ])
    }
    var members: [JSONOutput.Member] = []
    if !legacy.isEmpty { members.append(.init("apps", .array([]))) }
    if let variables = variables(source) { members.append(variables) }
    members.append(.init("details", .array(details + legacy)))
    // What is so for several apps is told once.
    return (.object(members), findings.withoutRepeats, routes(of: entries.map(\.rules)))
  }

  /// The route of each rule, keyed by its path in the file.
  private static func routes(of entries: [AppRules]) -> [String: Int] {
    var routes: [String: Int] = [:]
    for (position, rules) in entries.enumerated() {
      for (index, entry) in rules.entries.enumerated() {
        routes["applinks.details[\(position)].components[\(index)]"] = entry.rule
      }
    }
    return routes
  }

  private static func variables(_ source: AssociationSource) -> JSONOutput.Member? {
    guard !source.substitutionVariables.isEmpty else { return nil }
    let members = source.substitutionVariables.map {
      JSONOutput.Member($0.name, .strings($0.values))
    }
    return .init("substitutionVariables", .object(members))
  }

  private static func findings(about source: AssociationSource) -> [GenerationFinding] {
    var findings: [GenerationFinding] = []
    if let shortLinks = source.shortLinks, shortLinks.prefix == "/", shortLinks.app == nil,
      source.rules.contains(where: \.opensApps)
    {
      findings.warn(
        "short-links-at-top",
        "short links share '/' with universal links: short links that a route covers open "
          + "the app and never reach the server", rule: nil)
    }
    for rule in source.contradictingRoutes {
      findings.warn(
        "contradicting-apps",
        "'apps' has another order than on an earlier route, which counts: of several apps "
          + "that are installed, the first in the file opens; expected one order", rule: rule)
    }
    return findings
  }

  private static func versionFindings(
    _ rules: AppRules, oldestSystem: SystemVersion
  ) -> [GenerationFinding] {
    var findings: [GenerationFinding] = []
    for entry in rules.entries {
      for (key, feature, consequence) in entry.component.newerKeys where !oldestSystem.has(feature)
      {
        findings.warn(
          "newer-key",
          "\(key) requires iOS \(feature.introduction): on older versions, \(consequence)",
          rule: entry.rule)
      }
    }
    return findings
  }
}

extension Component {
  /// The rule's keys that are newer than iOS 13, and the effect on systems without them.
  var newerKeys: [(key: String, feature: PlatformFeature, consequence: String)] {
    var keys: [(String, PlatformFeature, String)] = []
    if caseSensitive == false { keys.append(("'caseSensitive'", .caseSensitive, "case matters")) }
    if patterns.contains(where: { $0.holdsVariable }) {
      keys.append(("a variable", .variables, "it is taken literally"))
    }
    if percentEncoded == false {
      keys.append(("'percentEncoded'", .percentEncoded, "URLs are compared as written"))
    }
    return keys
  }

  package var json: JSONOutput {
    var members: [JSONOutput.Member] = []
    if let path { members.append(.init("/", .string(path))) }
    switch query {
    case .string(let text): members.append(.init("?", .string(text)))
    case .items(let items):
      let patterns = items.map { JSONOutput.Member($0.name, .string($0.pattern)) }
      members.append(.init("?", .object(patterns)))
    case nil: break
    }
    if let fragment { members.append(.init("#", .string(fragment))) }
    if exclude == true { members.append(.init("exclude", .bool(true))) }
    if let comment { members.append(.init("comment", .string(comment))) }
    if let caseSensitive { members.append(.init("caseSensitive", .bool(caseSensitive))) }
    if let percentEncoded { members.append(.init("percentEncoded", .bool(percentEncoded))) }
    return .object(members)
  }
}

extension AssociationGenerator {
  /// Generates the `assetlinks.json`; nil when no Android app takes part.
  public static func android(_ source: AssociationSource) -> GeneratedDocument? {
    fitting(source, androidFile)
  }

  private static func androidFile(_ source: AssociationSource) -> GeneratedDocument? {
    var statements: [JSONOutput] = []
    var findings: [GenerationFinding] = []
    for position in source.order {
      let app = source.apps[position]
      guard let package = app.packageName, !app.sha256CertFingerprints.isEmpty else { continue }
      let opens = source.opens(position)
      let sharesCredentials = source.webcredentials.contains(position)
      guard opens || sharesCredentials else { continue }
      let android = AndroidRules(AppRules(app: position, source: source))
      findings += android.findings
      var relations: [String] = []
      if opens { relations.append(handleAllURLs) }
      if sharesCredentials { relations.append("delegate_permission/common.get_login_creds") }
      var members: [JSONOutput.Member] = [
        .init("relation", .strings(relations)),
        .init(
          "target",
          .object([
            .init("namespace", .string("android_app")), .init("package_name", .string(package)),
            .init("sha256_cert_fingerprints", .strings(app.sha256CertFingerprints)),
          ])),
      ]
      if opens { members.append(extensions(android)) }
      statements.append(.object(members))
    }
    guard !statements.isEmpty else { return nil }
    let bytes = Array((JSONOutput.array(statements).pretty + "\n").utf8)
    // What is so for several apps is told once.
    return GeneratedDocument(bytes: bytes, findings: findings.withoutRepeats, rules: [:])
  }

  private static let handleAllURLs = "delegate_permission/common.handle_all_urls"

  /// Excludes everything when no rule remains, which an empty list would not express.
  private static func extensions(_ rules: AndroidRules) -> JSONOutput.Member {
    let nothing = JSONOutput.object([.init("/", .string("*")), .init("exclude", .bool(true))])
    let components = rules.components.isEmpty ? [nothing] : rules.components
    return .init(
      "relation_extensions",
      .object([
        .init(handleAllURLs, .object([.init("dynamic_app_link_components", .array(components))]))
      ]))
  }
}
