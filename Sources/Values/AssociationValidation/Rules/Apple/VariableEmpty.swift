import AppAssociation
import JSONSyntax

/// A variable without values matches nothing, so a rule that uses it never matches.
///
/// Bad:
/// ```json
/// {"applinks":{"substitutionVariables":{"a":[]},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(a)"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"substitutionVariables":{"a":["x"]},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(a)"}]}]}}
/// ```
enum VariableEmpty: AppleRule {
  static let code = "variable-empty"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for (name, list) in file.applinks?.member("substitutionVariables")?.members ?? [] {
      guard list.node.array?.isEmpty == true else { continue }
      report.warning(list, "the variable '\(name)' has no values: rules that use it never match")
    }
  }
}
