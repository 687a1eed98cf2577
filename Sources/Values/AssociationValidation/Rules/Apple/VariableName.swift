import AppAssociation

/// The name of a variable may contain any characters except `$`, `(` and `)`.
///
/// Bad:
/// ```json
/// {"applinks":{"substitutionVariables":{"a":["x"],"$(b)":["y"]},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(a)"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"substitutionVariables":{"a":["x"]},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(a)"}]}]}}
/// ```
enum VariableName: AppleRule {
  static let code = "variable-name"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for (name, spot) in file.applinks?.member("substitutionVariables")?.names ?? [] {
      guard name.isEmpty || name.contains(where: { "$()".contains($0) }) else { continue }
      report.error(
        spot, "'\(name)' cannot be used in a pattern: expected a name without '$', '(' and ')'",
        help: "write 'name' here and '$(name)' in patterns")
    }
  }
}
