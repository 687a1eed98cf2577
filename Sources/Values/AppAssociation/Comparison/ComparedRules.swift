import Platforms

/// The rules for one app in the old or new file, as one system version reads them.
package struct ComparedRules {
  package enum File { case old, new }

  package struct Rule: Hashable {
    let path: String
    let meaning: Meaning
    /// The rule as written, with its settings resolved.
    let component: Component
  }

  /// The meaning of a rule, independent of its position and spelling.
  package struct Meaning: Hashable {
    /// The rule with settings resolved and spelled out, without its comment.
    let component: Component
    /// Whether `$(` is literal text, as it is in `paths`.
    let isLiteral: Bool
    /// The file whose variables the rule uses; nil when they have the same values in both files.
    let file: File?
  }

  package let rules: [Rule]
  let variables: SubstitutionVariables?

  package init(
    _ evaluator: AssociationEvaluator, app: String, file: File, _ changedVariables: Set<String>
  ) {
    let knowsVariables = evaluator.system.has(.variables)
    variables = knowsVariables ? evaluator.variables : nil
    rules = evaluator.rules(of: app).flatMap { entry in
      entry.rules.filter { !$0.isUnknownNot }.map { rule in
        let holdsVariables = rule.component.patterns.contains { $0.holdsVariable }
        let readsVariables = knowsVariables && !rule.source.isLegacy
        let isOfFile =
          readsVariables && !changedVariables.isEmpty
          && rule.component.patterns.contains { pattern in
            pattern.variableNames.contains { $0.map(changedVariables.contains) ?? false }
          }
        var component = rule.component.normalised
        // On the first systems a lone '*' misses the root page.
        let isLoneStar =
          rule.source.isLegacy && !evaluator.system.has(.notPaths) && rule.component.path == "*"
        if isLoneStar { component.path = "/?*" }
        return Rule(
          path: entry.details.path(of: rule.source),
          meaning: Meaning(
            component: component, isLiteral: holdsVariables && !readsVariables,
            file: isOfFile ? file : nil),
          component: rule.component.spelledOut)
      }
    }
  }

  /// Rules without a file.
  init(_ components: [Component], _ variables: SubstitutionVariables?) {
    self.variables = variables
    rules = components.map { component in
      let meaning = Meaning(component: component.normalised, isLiteral: false, file: nil)
      return Rule(path: "", meaning: meaning, component: component)
    }
  }

  package var meanings: [Meaning] { rules.map(\.meaning) }
}

extension Component {
  /// Fills absent keys with their default values; `exclude` is true or nil.
  fileprivate var spelledOut: Component {
    var result = self
    result.comment = nil
    result.exclude = exclude == true ? true : nil
    result.caseSensitive = caseSensitive == false ? false : nil
    result.percentEncoded = percentEncoded == false ? false : nil
    return result
  }

  /// The rule in one canonical form per meaning: slashes normalised as path comparison does, no
  /// patterns that accept everything, and query items sorted by name.
  fileprivate var normalised: Component {
    var result = spelledOut
    result.path = path.flatMap { $0.isStars || $0 == "/*" ? nil : $0.withOneLeadingSlash }
    if fragment?.isStars == true { result.fragment = nil }
    if query?.acceptsEverything == true {
      result.query = nil
    } else if case .items(let items) = query {
      result.query = .items(
        items.filter { !$0.pattern.isStars }.sorted { $0.name < $1.name })
    }
    return result
  }
}

extension String {
  /// A path pattern without trailing slashes, and with one leading slash unless it begins with `*`.
  fileprivate var withOneLeadingSlash: String {
    var path = Substring(self)
    while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    guard path.utf8.first != UInt8(ascii: "*") else { return String(path) }
    return "/" + path.drop { $0 == "/" }
  }
}
