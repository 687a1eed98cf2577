/// The text after `#` is not part of the path, so a path pattern with `#` never matches. The key
/// for the fragment is `#`.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/#/market/*"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/","#":"/market/*"}]}]}}
/// ```
enum FragmentInPath: AppleRule {
  static let code = "fragment-in-path"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.part == .path && pattern.text.holds("#") {
      report.error(
        pattern.spot, "'\(pattern.text)' contains '#', which no path does: the rule never matches",
        help: pattern.rule.source.isLegacy
          ? "'paths' cannot match fragments: use 'components' with the key '#'"
          : "move the fragment to the key '#'")
    }
  }
}
