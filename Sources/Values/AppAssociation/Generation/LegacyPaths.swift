import Platforms

/// The same rules written as `paths` for systems before iOS 13: paths only, case-sensitive and
/// compared literally. Rules that `paths` cannot express become narrower, never broader.
struct LegacyPaths {
  private(set) var paths: [String] = []
  private(set) var findings: [GenerationFinding] = []

  init(_ rules: AppRules, oldestSystem: SystemVersion) {
    for entry in rules.spelledEntries { append(entry) }
    for catchAll in ["*", "/*"] where paths.contains(catchAll) && !paths.contains("/") {
      // On the first versions, a lone '*' does not match the root page.
      paths.append("/")
    }
    let hasExclude = paths.contains { $0.hasPrefix("NOT ") }
    if hasExclude, !oldestSystem.has(.notPaths) {
      findings.warn(
        "legacy-not", "'NOT' is not understood before iOS 9.2: excluded paths open the app there",
        rule: nil)
    }
  }

  private mutating func append(_ entry: AppRules.Entry) {
    let component = entry.component
    let path = component.path ?? "*"
    guard let restriction = Self.restriction(component) else {
      return paths.append(entry.isExclude ? "NOT " + path : path)
    }
    if entry.isExclude {
      let broader =
        component.caseSensitive == false || component.percentEncoded == false
        ? "*" : path.replacingVariables(with: "*")
      paths.append("NOT " + broader)
      findings.warn(
        "legacy-exclude",
        "all of '\(broader)' stays in the browser before iOS 13, whose rules do not support \(restriction)",
        rule: entry.rule)
    } else if entry.rule != nil {
      // Long links, which have no route, stay in the browser on those systems, as they always have.
      findings.warn(
        "legacy-include",
        "'\(entry.path)' is left out for systems before iOS 13, whose rules do not support \(restriction)",
        rule: entry.rule)
    }
  }

  /// The part of a rule that `paths` does not support; nil when there is none.
  private static func restriction(_ component: Component) -> String? {
    if let query = component.query, !query.acceptsEverything { return "queries" }
    if let fragment = component.fragment, !fragment.isStars { return "fragments" }
    if component.caseSensitive == false { return "'caseSensitive'" }
    if component.percentEncoded == false { return "'percentEncoded'" }
    if component.path?.holdsVariable == true { return "variables" }
    return nil
  }
}

extension String {
  package var isStars: Bool { !isEmpty && utf8.allSatisfy { $0 == UInt8(ascii: "*") } }

  func replacingVariables(with replacement: String) -> String {
    mappingVariables { name, text in name == nil ? text : replacement }
  }
}

extension Component.Query {
  package var acceptsEverything: Bool {
    switch self {
    case .string(let text): text.isStars
    case .items(let items): items.allSatisfy { $0.pattern.isStars }
    }
  }
}
