import AppAssociation
import JSONSyntax

/// A rule without `/`, `?` and `#` matches every URL, whether it is empty or has only a comment or
/// a misspelt key.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"comment":"everything under /shop"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"*"}]}]}}
/// ```
enum AccidentalCatchAll: AppleRule {
  static let code = "accidental-catch-all"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for list in file.lists where !list.isLegacy {
      for rule in list.rules {
        let effective = rule.effective
        guard effective.path == nil, effective.query == nil, effective.fragment == nil,
          rule.source.unreadKeys.isEmpty,
          !rule.spot.names.contains(where: { $0.name.hasPrefix("/") })
        else { continue }
        report.finding(
          .error, rule.spot, "the rule has no pattern, so it matches every URL",
          repairs: [
            Repair(
              "add \"/\": \"*\" if that is intended",
              [.add("/", .string("*"), to: rule.spot.node.offset)], effect: .none)
          ])
      }
    }
  }
}
