import AppAssociation
import JSONSyntax

/// The key of a path pattern is always `/`; the pattern is its value. A path used as the key is
/// ignored, so the rule matches every URL.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/:id":"*"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/?*"}]}]}}
/// ```
enum PatternAsKey: AppleRule {
  static let code = "pattern-as-key"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for list in file.lists where !list.isLegacy {
      for rule in list.rules {
        for (name, spot) in rule.spot.names where name.hasPrefix("/") && name != "/" {
          let path = ForeignParameter.withWildcards(name)
          let write = Repair(
            "write {\"/\": \"\(path)\"}",
            [.remove(spot.node.offset), .add("/", .string(path), to: rule.spot.node.offset)],
            effect: .corrects(rule: rule.spot.path))
          report.finding(
            .error, spot,
            "'\(name)' is not a key of a rule: it is ignored, which makes the rule broader",
            repairs: rule.spot.member("/") == nil ? [write] : [.delete(spot)],
            otherwise: "the key of a path is '/', the path is its value")
        }
      }
    }
  }
}
