import AppAssociation

/// A missing query item counts as empty, and `*` accepts the empty value, so the item has no
/// effect. To require it write `"?*"`.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x","?":{"id":"*"}}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x","?":{"id":"?*"}}]}]}}
/// ```
enum QueryAcceptsAbsence: AppleRule {
  static let code = "query-accepts-absence"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns {
      guard case .item(let name) = pattern.part, pattern.text.isStars else { continue }
      guard !(pattern.rule.isExclude && pattern.rule.acceptsEverything) else { continue }
      report.warning(
        pattern.spot, "'\(pattern.text)' also accepts URLs without '\(name)'",
        help: "\"?*\" accepts only URLs with '\(name)'")
    }
  }
}
