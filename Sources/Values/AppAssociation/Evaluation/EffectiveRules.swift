package import Platforms

/// The rules of an entry as one version of iOS reads them: settings resolved, patterns compiled.
package struct EffectiveRules: Sendable {
  package struct Rule: Sendable {
    package let source: AssociationRule
    /// The rule with defaults applied and without keys unknown to the version.
    package let component: Component
    /// Whether the version reads its `NOT` as literal text, with which no path begins.
    let isUnknownNot: Bool
  }

  /// The entry's index in `details`.
  let entry: Int
  package let details: Details
  package let rules: [Rule]
  let compiled: CompiledRules

  init(
    entry: Int, _ details: Details, of links: AppLinks, variables: SubstitutionVariables,
    _ system: SystemVersion
  ) {
    self.entry = entry
    self.details = details
    rules = details.rules(on: system).map { rule in
      let isUnknownNot = rule.isNot && !system.has(.notPaths)
      var component = rule.component
      if isUnknownNot {
        component = Component(path: "NOT " + (rule.component.path ?? ""))
      } else if !rule.isLegacy {
        component = component.resolved(
          defaults: [details.defaults, links.defaults].compactMap(\.self), system)
      }
      return Rule(source: rule, component: component, isUnknownNot: isUnknownNot)
    }
    compiled = CompiledRules(
      rules.map {
        Self.matcher($0.component, isLegacy: $0.source.isLegacy, variables, system)
      })
  }

  /// Compiles a rule. Variables belong to `components`; no source documents them for `paths`.
  static func matcher(
    _ component: Component, isLegacy: Bool, _ variables: SubstitutionVariables,
    _ system: SystemVersion, variation: MatchingVariation = []
  ) -> ComponentMatcher {
    let knowsVariables = system.has(.variables) && !isLegacy
    var component = component
    // On the first versions, a lone `*` does not match the root page.
    if isLegacy, !system.has(.notPaths), component.path == "*" { component.path = "/?*" }
    return ComponentMatcher(
      component, variables: knowsVariables ? variables : nil, variation: variation)
  }
}

extension Component {
  /// The rule with all settings that the version reads; more specific settings win.
  package func resolved(defaults: [Component], _ system: SystemVersion = .newestIOS) -> Component {
    var result = self
    if system.has(.defaults) {
      for base in defaults {
        result.path = result.path ?? base.path
        result.query = result.query ?? base.query
        result.fragment = result.fragment ?? base.fragment
        result.exclude = result.exclude ?? base.exclude
        result.caseSensitive = result.caseSensitive ?? base.caseSensitive
        result.percentEncoded = result.percentEncoded ?? base.percentEncoded
      }
    }
    if !system.has(.caseSensitive) { result.caseSensitive = nil }
    if !system.has(.percentEncoded) { result.percentEncoded = nil }
    return result
  }
}
