/// The same rules as `paths` of systems before iOS 13 know them: a path alone, case-sensitive, as
/// written. What they cannot say makes them narrower, never wider.
struct LegacyPaths {
  private(set) var paths: [String] = []
  private(set) var findings: [GenerationFinding] = []

  init(_ rules: AppRules, oldestSystem: SystemVersion) {
    for entry in rules.entries { append(entry) }
    for catchAll in ["*", "/*"] where paths.contains(catchAll) && !paths.contains("/") {
      // The first systems let a lone '*' miss the top page.
      paths.append("/")
    }
    let hasExclude = paths.contains { $0.hasPrefix("NOT ") }
    if hasExclude, oldestSystem < SystemVersion(9, 2) {
      warn(
        "legacy-not", "before iOS 9.2 'NOT' is not understood: there excluded paths open the app",
        rule: nil)
    }
  }

  private mutating func append(_ entry: AppRules.Entry) {
    let component = entry.component
    let path = component.path ?? "*"
    let restriction = Self.restriction(component)
    if !entry.isExclude {
      if let restriction {
        warn(
          "legacy-include",
          "'\(path)' is left out for systems before iOS 13, whose rules know no \(restriction)",
          rule: entry.rule)
      } else {
        paths.append(path)
      }
      return
    }
    if let restriction {
      let broader =
        component.caseSensitive == false || component.percentEncoded == false
        ? "*" : path.replacingVariables(with: "*")
      paths.append("NOT " + broader)
      warn(
        "legacy-exclude",
        "before iOS 13 all of '\(broader)' stays in the browser, since rules there know no \(restriction)",
        rule: entry.rule)
    } else {
      paths.append("NOT " + path)
    }
  }

  /// What of a rule `paths` cannot say; nil when there is nothing.
  private static func restriction(_ component: Component) -> String? {
    if let query = component.query, !query.acceptsEverything { return "query" }
    if let fragment = component.fragment, !fragment.isStars { return "fragment" }
    if component.caseSensitive == false { return "'caseSensitive'" }
    if component.percentEncoded == false { return "'percentEncoded'" }
    if component.path?.contains("$(") == true { return "variables" }
    return nil
  }

  private mutating func warn(_ code: String, _ message: String, rule: Int?) {
    findings.append(
      GenerationFinding(severity: .warning, code: code, message: message, rule: rule))
  }
}

extension String {
  /// Whether the pattern is nothing but `*`.
  var isStars: Bool { !isEmpty && utf8.allSatisfy { $0 == UInt8(ascii: "*") } }

  func replacingVariables(with replacement: String) -> String {
    var result = ""
    var rest = Substring(self)
    while let open = rest.firstRange(of: "$("),
      let close = rest[open.upperBound...].firstIndex(of: ")")
    {
      result += rest[..<open.lowerBound] + replacement
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

extension Component.Query {
  /// Whether no query fails.
  var acceptsEverything: Bool {
    switch self {
    case .string(let text): text.isStars
    case .items(let items): items.allSatisfy { $0.pattern.isStars }
    }
  }
}
