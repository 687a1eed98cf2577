/// Variables belong to `components`. In `paths` they are text, as far as anything says.
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
        pattern.spot, "'\(pattern.text)' names a variable, which 'paths' does not know",
        help: "move the rule into 'components'")
    }
  }
}
