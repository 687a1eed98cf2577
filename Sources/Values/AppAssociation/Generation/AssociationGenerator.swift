package import JSONSyntax
import Platforms

/// Generates association files from the same rules that the server uses.
public enum AssociationGenerator {
  /// Generates the `apple-app-site-association`; nil when no app takes part in any service.
  public static func apple(_ source: AssociationSource) -> GeneratedDocument? {
    fitting(source, appleFile)
  }

  private static func appleFile(_ source: AssociationSource) -> GeneratedDocument? {
    let applinks = applinks(source)
    func service(_ apps: [Int], _ identifiers: (AssociationSource.App) -> [AppIdentifier])
      -> JSONOutput
    {
      let identifiers = apps.flatMap { identifiers(source.apps[$0]) }.map(\.description)
      return identifiers.isEmpty ? .null : ["apps": .strings(identifiers)]
    }
    let services: JSONOutput = [
      "applinks": applinks?.document ?? .null,
      "webcredentials": service(source.webcredentials, \.appIDs),
      "activitycontinuation": service(source.activitycontinuation, \.appIDs),
      "appclips": service(source.appclips, \.appClipIDs),
    ]
    let file = services.withoutNulls
    guard !file.members.isEmpty else { return nil }
    let bytes = Array((file.pretty + "\n").utf8)
    return GeneratedDocument(
      bytes: bytes, findings: (applinks?.findings ?? []) + sizeFindings(bytes.count),
      rules: applinks?.rules ?? [:])
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
  ) -> (document: JSONOutput, findings: [GenerationFinding], rules: [String: Int])? {
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
        ["appID": .string(identifier.description), "paths": .strings(paths.paths)]
      }
    }
    guard !entries.isEmpty else { return nil }
    let details: [JSONOutput] = entries.map { identifiers, rules in
      [
        "appIDs": .strings(identifiers),
        "components": .array(rules.entries.map { $0.component.json }),
      ]
    }
    let variables = source.substitutionVariables
    let document: JSONOutput = [
      "apps": legacy.isEmpty ? .null : [],
      "substitutionVariables": variables.isEmpty
        ? .null : .object(variables.map { .init($0.name, .strings($0.values)) }),
      "details": .array(details + legacy),
    ]
    // What is so for several apps is told once.
    return (
      document.withoutNulls, findings.withoutRepeats, routes(of: entries.map(\.rules))
    )
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
    let query: JSONOutput =
      switch query {
      case .string(let text): .string(text)
      case .items(let items): .object(items.map { .init($0.name, .string($0.pattern)) })
      case nil: .null
      }
    let members: JSONOutput = [
      "/": .optional(path), "?": query, "#": .optional(fragment),
      "exclude": exclude == true ? true : .null, "comment": .optional(comment),
      "caseSensitive": caseSensitive.map(JSONOutput.bool) ?? .null,
      "percentEncoded": percentEncoded.map(JSONOutput.bool) ?? .null,
    ]
    return members.withoutNulls
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
      if opens { relations.append(Statement.handleAllURLs) }
      if sharesCredentials { relations.append("delegate_permission/common.get_login_creds") }
      let statement: JSONOutput = [
        "relation": .strings(relations),
        "target": [
          "namespace": "android_app", "package_name": .string(package),
          "sha256_cert_fingerprints": .strings(app.sha256CertFingerprints),
        ],
        StrayRules.extensions: opens ? extensions(android) : .null,
      ]
      statements.append(statement.withoutNulls)
    }
    guard !statements.isEmpty else { return nil }
    let bytes = Array((JSONOutput.array(statements).pretty + "\n").utf8)
    // What is so for several apps is told once.
    return GeneratedDocument(bytes: bytes, findings: findings.withoutRepeats, rules: [:])
  }

  /// Excludes everything when no rule remains, which an empty list would not express.
  private static func extensions(_ rules: AndroidRules) -> JSONOutput {
    let nothing: JSONOutput = ["/": "*", "exclude": true]
    let components = rules.components.isEmpty ? [nothing] : rules.components
    return [Statement.handleAllURLs: [StrayRules.rules: .array(components)]]
  }
}
