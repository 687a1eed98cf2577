/// The first rule that matches decides. One whose every URL is accepted by an earlier rule is never
/// asked, be it behind a catch-all or behind a more general pattern. What only several rules
/// together cover is not found.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/shop/*"},
///  {"/":"/shop/cart/*","exclude":true}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"apps":[],"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www","paths":["*", "NOT /private/*"]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/shop/cart/*","exclude":true},
///  {"/":"/shop/*"}]}]}}
/// ```
enum UnreachableRule: AppleRule {
  static let code = "unreachable-rule"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for list in file.lists {
      let repeated = Set(RepeatedRules(list).pairs.map(\.rule))
      let variables = list.isLegacy ? nil : file.variables
      let shadows = Reachability(list.rules.map(\.effective), variables).shadows
      for shadow in shadows where !repeated.contains(shadow.rule) {
        let rule = list.rules[shadow.rule]
        let earlier = list.rules[shadow.earlier]
        // A rule without patterns, and one that excludes all, are told at their own place.
        if earlier.acceptsEverything, earlier.isExclude { continue }
        let effect =
          rule.isExclude == earlier.isExclude ? "decides the same way" : "decides the other way"
        report.warning(
          rule.spot,
          "the rule is never asked: \(earlier.spot.path) accepts all it accepts and \(effect)",
          help: rule.isExclude == earlier.isExclude ? "delete it" : "move it before that rule")
      }
    }
  }
}
