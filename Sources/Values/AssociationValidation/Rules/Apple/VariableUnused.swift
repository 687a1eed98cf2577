import AppAssociation

/// A variable that no pattern uses has no effect.
///
/// Bad:
/// ```json
/// {"applinks":{"substitutionVariables":{"a":["x"]},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"substitutionVariables":{"a":["x"]},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(a)"}]}]}}
/// ```
enum VariableUnused: AppleRule {
  static let code = "variable-unused"

  static func check(_ file: AppleFile, _ report: inout Report) {
    let defaults = [file.association.applinks?.defaults] + file.entries.map(\.details.defaults)
    let inDefaults = defaults.compactMap(\.self).flatMap(\.patterns)
    var named: Set<String> = []
    for text in file.patterns.map(\.text) + inDefaults {
      named.formUnion(text.variableNames.compactMap(\.self))
    }
    for (name, spot) in file.applinks?.member("substitutionVariables")?.names ?? []
    where !named.contains(name) {
      report.finding(
        .note, spot, "no pattern uses the variable '\(name)'", repairs: [.delete(spot)])
    }
  }
}
