import Platforms

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
    _ features: AppleFeatures
  ) {
    self.entry = entry
    self.details = details
    rules = details.rules(on: features).map { rule in
      let isUnknownNot = rule.isNot && !features.knowsNot
      var component = rule.component
      if isUnknownNot {
        component = Component(path: "NOT " + (rule.component.path ?? ""))
      } else if !rule.isLegacy {
        component = component.resolved(
          defaults: [details.defaults, links.defaults].compactMap(\.self), features)
      }
      return Rule(source: rule, component: component, isUnknownNot: isUnknownNot)
    }
    compiled = CompiledRules(
      rules.map {
        Self.matcher($0.component, isLegacy: $0.source.isLegacy, variables, features)
      })
  }

  /// Compiles a rule. Variables belong to `components`; no source documents them for `paths`.
  static func matcher(
    _ component: Component, isLegacy: Bool, _ variables: SubstitutionVariables,
    _ features: AppleFeatures, variation: MatchingVariation = []
  ) -> ComponentMatcher {
    let knowsVariables = features.knowsVariables && !isLegacy
    var component = component
    // On the first versions, a lone `*` does not match the root page.
    if isLegacy, !features.knowsNot, component.path == "*" { component.path = "/?*" }
    return ComponentMatcher(
      component, variables: knowsVariables ? variables : nil, variation: variation)
  }
}

extension Component {
  /// The rule with all settings that the version reads; more specific settings win.
  package func resolved(defaults: [Component], _ features: AppleFeatures) -> Component {
    var result = self
    if features.knowsDefaults {
      for base in defaults {
        result.path = result.path ?? base.path
        result.query = result.query ?? base.query
        result.fragment = result.fragment ?? base.fragment
        result.exclude = result.exclude ?? base.exclude
        result.caseSensitive = result.caseSensitive ?? base.caseSensitive
        result.percentEncoded = result.percentEncoded ?? base.percentEncoded
      }
    }
    if !features.knowsCaseSensitive { result.caseSensitive = nil }
    if !features.knowsPercentEncoded { result.percentEncoded = nil }
    return result
  }
}

/// The features of association files that a version of iOS supports.
package struct AppleFeatures: Sendable {
  let system: SystemVersion

  var hasUniversalLinks: Bool { system.has(.universalLinks) }
  /// Whether `NOT ` before a path excludes it; on older versions it is literal text.
  var knowsNot: Bool { system.has(.notPaths) }
  /// Whether files of more than 128 KB are rejected.
  var limitsSize: Bool { system.has(.fileSizeLimit) }
  /// Whether `components` and `appIDs` are read; `paths` counts only when `components` is absent.
  var knowsComponents: Bool { system.has(.components) }
  var knowsVariables: Bool { system.has(.variables) }
  var knowsCaseSensitive: Bool { system.has(.caseSensitive) }
  var knowsPercentEncoded: Bool { system.has(.percentEncoded) }
  var knowsDefaults: Bool { system.has(.defaults) }
  /// Whether Apple's CDN, rather than the device, fetches the file.
  var usesContentDeliveryNetwork: Bool { system.has(.contentDeliveryNetwork) }

  package static let newest = AppleFeatures(system: .newestIOS)
}
