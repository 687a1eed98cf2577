import AppAssociation
import JSONSyntax

/// Rules about `substitutionVariables` and `defaults`.
extension AppleFile {
  static let variableRules: [AppleRule] = [
    AppleRule("variable-name", each: \.variableNames) { variable, report in
      let name = variable.name
      guard name.isEmpty || name.contains(where: { "$()".contains($0) }) else { return }
      report.error(
        variable.spot,
        "'\(name)' cannot be used in a pattern: expected a name without '$', '(' and ')'",
        help: "write 'name' here and '$(name)' in patterns")
    },
    AppleRule("variable-nested", each: \.variableValues) { variable, report in
      for value in variable.spot.elements where value.string?.holdsVariable == true {
        report.error(
          value, "'\(value.string ?? "")' uses a variable, which values may not contain",
          help: "put both variables in the pattern")
      }
    },
    AppleRule("variable-empty", each: \.variableValues) { variable, report in
      guard variable.spot.node.array?.isEmpty == true else { return }
      report.warning(
        variable.spot,
        "the variable '\(variable.name)' has no values: rules that use it never match")
    },
    AppleRule("variable-empty-value", each: \.variableValues) { variable, report in
      for value in variable.spot.elements where value.string?.isEmpty == true {
        report.warning(
          value, "an empty value of '\(variable.name)': patterns also match without it",
          help: "a rule of its own for the URLs without it says so more clearly")
      }
    },
    AppleRule("variable-shadows", each: \.variableNames) { variable, report in
      guard SubstitutionVariables.isPredefined(variable.name) else { return }
      report.warning(
        variable.spot,
        "'\(variable.name)' is predefined by Apple: which definition counts is unknown",
        help: "rename it, here and in the patterns")
    },
    AppleRule("variable-undefined") { file, report in
      let apples = ["alpha", "upper", "lower", "alnum", "digit", "xdigit", "region", "lang"]
      // The nearest of thousands of names is of no help, and finding it takes long.
      let own = file.association.applinks?.substitutionVariables.prefix(1000).map(\.name) ?? []
      let known = own + apples
      for pattern in file.patterns where !pattern.isLegacy {
        for name in pattern.text.variableNames {
          guard let name else {
            report.error(pattern.spot, "'\(pattern.text)' has '$(' without ')'")
            continue
          }
          guard !file.variables.defines(name) else { continue }
          let nearest = nearestName(to: name, among: known)
          report.finding(
            .error, pattern.spot,
            "the variable '$(\(name))' is not defined: the rule never matches",
            repairs: nearest.map { nearest in
              let text = pattern.text.replacingAll("$(\(name))", with: "$(\(nearest))")
              // Before iOS 13.5 the rule accepts its own text.
              return [
                pattern.rewritten(text, help: "write '$(\(nearest))'", effect: pattern.correction)
              ]
            } ?? [], otherwise: "define it in 'substitutionVariables'")
        }
      }
    },
    AppleRule("variable-unused") { file, report in
      let defaults = [file.association.applinks?.defaults] + file.entries.map(\.details.defaults)
      let inDefaults = defaults.compactMap(\.self).flatMap(\.patterns)
      let texts = file.patterns.map(\.text) + inDefaults
      let named = Set(texts.flatMap { $0.variableNames.compactMap(\.self) })
      for (name, spot) in file.variableNames where !named.contains(name) {
        report.finding(
          .note, spot, "no pattern uses the variable '\(name)'", repairs: [.delete(spot)])
      }
    },
    AppleRule("variable-in-paths", each: \.patterns) { pattern, report in
      guard pattern.isLegacy, pattern.text.holds("$(") else { return }
      report.warning(
        pattern.spot, "'\(pattern.text)' uses a variable, which 'paths' does not support",
        help: "only 'components' can use variables, from iOS 13.5 on")
    },
    AppleRule("defaults-pattern") { file, report in
      let all =
        [file.applinks?.member("defaults")] + file.entries.map { $0.spot.member("defaults") }
      for (name, spot) in all.compactMap(\.self).flatMap(\.names)
      where ["/", "?", "#", "exclude"].contains(name) {
        report.note(spot, "'\(name)' in 'defaults' applies to every rule without its own")
      }
    },
  ]

  private var variableNames: [(name: String, spot: Spot)] {
    applinks?.member("substitutionVariables")?.names ?? []
  }

  var variableValues: [(name: String, spot: Spot)] {
    applinks?.member("substitutionVariables")?.members ?? []
  }
}
