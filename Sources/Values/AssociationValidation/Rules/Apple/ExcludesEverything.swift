import AppAssociation
import JSONSyntax

/// A missing query item counts as empty, and `*` accepts the empty value, so an exclude with `{"x":
/// "*"}` matches every URL. To exclude only URLs with the item write `"?*"`.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"?":{"x":"*"},"exclude":true},
///  {"/":"/*"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"apps":[],"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www","paths":["NOT *", "/x"]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"?":{"x":"?*"},"exclude":true},
///  {"/":"/*"}]}]}}
/// ```
enum ExcludesEverything: AppleRule {
  static let code = "excludes-everything"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for list in file.lists {
      guard let number = list.rules.firstIndex(where: \.acceptsEverything),
        list.rules[number].isExclude, list.rules[(number + 1)...].contains(where: { !$0.isExclude })
      else { continue }
      let rule = list.rules[number]
      report.finding(
        .error, rule.spot, "the rule excludes every URL, so the rules after it are never reached",
        repairs: [requiringItems(rule), movingToTheEnd(rule, of: list)].compactMap(\.self),
        otherwise: "list only the paths that stay in the browser")
    }
  }

  private static func requiringItems(_ rule: AppleFile.Rule) -> Repair? {
    let items = rule.spot.member("?")?.members.map(\.spot).filter { $0.string?.isStars == true }
    guard let items, !items.isEmpty else { return nil }
    return Repair(
      "a missing item counts as empty, which '*' accepts: write \"?*\"",
      items.map { .replace($0.node.offset, .string("?*")) },
      effect: .corrects(rule: rule.spot.path))
  }

  private static func movingToTheEnd(
    _ rule: AppleFile.Rule, of list: AppleFile.RuleList
  ) -> Repair? {
    Repair(
      "move it to the end, or list only the paths that stay in the browser",
      [.remove(rule.spot.node.offset), .append([rule.spot.node], to: list.spot.node.offset)],
      effect: .corrects(rule: rule.spot.path))
  }
}
