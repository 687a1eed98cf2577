import AppAssociation

/// Variables belong to `components`. No source documents them for `paths`, where they are assumed
/// to be literal text.
///
/// Bad:
/// ```json
/// {"applinks":{"apps":[],"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www","paths":["/$(lang)/x"]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(lang)/x"}]}]}}
/// ```
enum VariableInPaths: AppleRule {
  static let code = "variable-in-paths"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.rule.source.isLegacy && pattern.text.holds("$(") {
      report.warning(
        pattern.spot, "'\(pattern.text)' uses a variable, which 'paths' does not support",
        help: "only 'components' can use variables, from iOS 13.5 on")
    }
  }
}
