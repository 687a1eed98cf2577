import AppAssociation

/// The values of a variable may contain `*` and `?` but no other variable.
///
/// Bad:
/// ```json
/// {"applinks":{"substitutionVariables":{"a":["$(lang)-x"]},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(a)"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"substitutionVariables":{"a":["x"]},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(lang)-$(a)"}]}]}}
/// ```
enum VariableNested: AppleRule {
  static let code = "variable-nested"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for (_, list) in file.applinks?.member("substitutionVariables")?.members ?? [] {
      for value in list.elements where value.string?.holdsVariable == true {
        report.error(
          value, "'\(value.string ?? "")' uses a variable, which values may not contain",
          help: "put both variables in the pattern")
      }
    }
  }
}
