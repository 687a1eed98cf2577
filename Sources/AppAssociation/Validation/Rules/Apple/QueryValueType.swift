import JSONSyntax

/// One value inside `?` that is no string makes systems ignore the whole dictionary, so the rule
/// accepts any query. Write `"?*"` to ask that an item is there, `""` to ask that it is not.
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
            "\(value.node.value.kindName) stands here, which voids all of '?', not '\(name)' alone: "
              + "expected a pattern",
            help: "write \"?*\" for any value")
        }
      }
    }
  }
}
