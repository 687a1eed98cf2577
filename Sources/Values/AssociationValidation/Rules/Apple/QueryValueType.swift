import AppAssociation
import JSONSyntax

/// One value inside `?` that is not a string makes systems ignore the whole dictionary, so the rule
/// accepts any query. Write `"?*"` to require an item, `""` to require its absence.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x","?":{"a":"1","flag":true}}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x","?":{"a":"1","flag":"?*"}}]}]}}
/// ```
enum QueryValueType: AppleRule {
  static let code = "query-value-type"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for list in file.lists where !list.isLegacy {
      for rule in list.rules {
        for (name, value) in rule.spot.member("?")?.members ?? [] where value.string == nil {
          report.error(
            value,
            "found \(value.node.value.kindName), which voids all of '?', not only '\(name)': "
              + "expected a pattern",
            help: "\"?*\" is a pattern for any value, \"\" for none")
        }
      }
    }
  }
}
