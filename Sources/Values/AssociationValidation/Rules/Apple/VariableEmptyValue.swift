import AppAssociation
import JSONSyntax

/// An empty value makes a variable optional: `/$(a)/x` then also covers `//x`.
///
/// Bad:
/// ```json
/// {"applinks":{"substitutionVariables":{"a":["x",""]},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(a)"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"substitutionVariables":{"a":["x"]},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(a)"},{"/":"/"}]}]}}
/// ```
enum VariableEmptyValue: AppleRule {
  static let code = "variable-empty-value"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for (name, list) in file.applinks?.member("substitutionVariables")?.members ?? [] {
      for value in list.elements where value.string?.isEmpty == true {
        report.warning(
          value, "an empty value of '\(name)': patterns also match without it",
          help: "a rule of its own for the URLs without it says so more clearly")
      }
    }
  }
}
