import JSONSyntax

/// The rules of one app as Dynamic App Links of Android 15, never broader than the routes.
///
/// The dialect looks like Apple's, but differs: `*` stops at the first occurrence of the next
/// pattern character, a query item has to be present to match, a trailing slash is significant, and
/// case and decoding cannot be configured. An include may therefore only become narrower, and an
/// exclude is made broader.
///
/// Source: Google, "Configure website associations", dynamic app links.
struct AndroidRules {
  private(set) var components: [JSONOutput] = []
  private(set) var findings: [GenerationFinding] = []

  init(_ rules: AppRules) {
    for entry in rules.entries {
      if entry.isExclude { appendExclude(entry) } else { appendInclude(entry) }
    }
  }

  private mutating func appendInclude(_ entry: AppRules.Entry) {
    let component = entry.component
    let path = component.path ?? "*"
    let reason = Self.inexpressible(component)
    guard reason == nil else {
      warn(
        "'\(path)' does not open the Android app, whose rules do not support \(reason ?? "")",
        entry.rule)
      return
    }
    components.append(
      Self.json(path, items: component.queryItems, component.fragment, exclude: false))
  }

  private mutating func appendExclude(_ entry: AppRules.Entry) {
    let component = entry.component
    if entry.isVerbatim, let path = component.path {
      return components.append(Self.json(path, items: [], nil, exclude: true))
    }
    let isPlain = component.caseSensitive != false && component.percentEncoded != false
    let path = isPlain ? Self.broadened(component.path ?? "*") : "*"
    // An absent item has the empty value for Apple and no value for Android.
    let items = component.queryItems.filter {
      !$0.pattern.isEmpty && !$0.pattern.isStars && Self.isPlain($0.pattern)
    }
    let kept = isPlain ? items : []
    if path != Self.rooted(component.path ?? "*") {
      warn(
        "all of '\(path)' stays in the browser on Android, whose rules cannot express "
          + "'\(component.path ?? "*")' exactly", entry.rule, code: "android-exclude")
    }
    for path in Self.slashVariants(path) {
      components.append(Self.json(path, items: kept, nil, exclude: true))
    }
  }

  private static func isPlain(_ pattern: String) -> Bool {
    !pattern.holdsVariable && !pattern.contains("*")
  }

  private static func inexpressible(_ component: Component) -> String? {
    if case .string(let text) = component.query, !text.isStars { return "a query as a string" }
    let patterns =
      [component.path, component.fragment].compactMap(\.self)
      + component.queryItems.map(\.pattern)
    if patterns.contains(where: { $0.holdsVariable }) { return "variables" }
    if patterns.contains("") { return "empty patterns" }
    return nil
  }

  /// The pattern up to its first `*` or variable, followed by `*`.
  private static func broadened(_ path: String) -> String {
    let path = rooted(path)
    let star = path.firstIndex(of: "*")
    let variable = path.openingOfVariable?.lowerBound
    guard let cut = [star, variable].compactMap(\.self).min() else { return path }
    return path[..<cut] + "*"
  }

  /// Apple assumes a leading slash and treats several as one; Android compares slashes literally.
  private static func rooted(_ path: String) -> String {
    path.hasPrefix("*") ? path : "/" + path.drop { $0 == "/" }
  }

  /// Apple ignores trailing slashes, and `/a/*` covers `/a`.
  private static func slashVariants(_ path: String) -> [String] {
    if path.hasSuffix("/*"), path.count > 2 { return [path, String(path.dropLast(2))] }
    if path.hasSuffix("*") || path == "/" { return [path] }
    let bare = path.hasSuffix("/") ? String(path.dropLast()) : path
    return [bare, bare + "/"]
  }

  private static func json(
    _ path: String, items: [Component.Query.Item], _ fragment: String?, exclude: Bool
  ) -> JSONOutput {
    var members = [JSONOutput.Member("/", .string(rooted(path)))]
    if !items.isEmpty {
      let patterns = items.map { JSONOutput.Member($0.name, .string($0.pattern)) }
      members.append(.init("?", .object(patterns)))
    }
    if let fragment, !fragment.isStars { members.append(.init("#", .string(fragment))) }
    if exclude { members.append(.init("exclude", .bool(true))) }
    return .object(members)
  }

  private mutating func warn(_ message: String, _ rule: Int?, code: String = "android-include") {
    findings.append(
      GenerationFinding(severity: .warning, code: code, message: message, rule: rule))
  }
}

extension Component {
  fileprivate var queryItems: [Query.Item] {
    if case .items(let items) = query { items } else { [] }
  }
}

extension AssociationGenerator {
  /// The `assetlinks.json`; nil when no Android app takes part.
  public static func android(_ source: AssociationSource) -> GeneratedDocument? {
    var statements: [JSONOutput] = []
    var findings: [GenerationFinding] = []
    for (position, app) in source.apps.enumerated() {
      guard let package = app.packageName, !app.sha256CertFingerprints.isEmpty else { continue }
      let rules = AppRules(app: position, source: source)
      let sharesCredentials = source.webcredentials.contains(position)
      guard rules.opensAnything || sharesCredentials else { continue }
      let android = AndroidRules(rules)
      findings += android.findings
      var relations: [String] = []
      if rules.opensAnything { relations.append(handleAllURLs) }
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
      if rules.opensAnything { members.append(extensions(android)) }
      statements.append(.object(members))
    }
    guard !statements.isEmpty else { return nil }
    let bytes = Array((JSONOutput.array(statements).pretty + "\n").utf8)
    return GeneratedDocument(bytes: bytes, findings: findings, rules: [:])
  }

  private static let handleAllURLs = "delegate_permission/common.handle_all_urls"

  /// When no rule is left, nothing may open; an empty list would not express that.
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
