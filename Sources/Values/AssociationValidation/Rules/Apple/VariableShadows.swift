import AppAssociation

/// Apple defines `alpha`, `upper`, `lower`, `alnum`, `digit`, `xdigit`, `region` and `lang`. If the
/// file defines one of these too, which definition counts is unknown.
///
/// Bad:
/// ```json
/// {"applinks":{"substitutionVariables":{"lang":["ja","en"]},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(lang)"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"substitutionVariables":{"language":["ja","en"]},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(language)"}]}]}}
/// ```
enum VariableShadows: AppleRule {
  static let code = "variable-shadows"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for (name, spot) in file.applinks?.member("substitutionVariables")?.names ?? []
    where SubstitutionVariables.isPredefined(name) {
      report.warning(
        spot, "'\(name)' is predefined by Apple: which definition counts is unknown",
        help: "rename it, here and in the patterns")
    }
  }
}
