/// The first rule that matches decides. A rule is never reached if one earlier rule accepts all its
/// URLs, as a catch-all or as a more general pattern. Rules that only several earlier rules cover
/// together are not found.
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
        // A rule without patterns and an exclude of everything have their own findings.
        if earlier.acceptsEverything, earlier.isExclude { continue }
        let effect =
          rule.isExclude == earlier.isExclude ? "the same effect" : "the opposite effect"
        report.warning(
          rule.spot,
          "the rule is never reached: \(earlier.spot.path) accepts all its URLs, with \(effect)",
          help: rule.isExclude == earlier.isExclude ? "delete it" : "move it before that rule")
      }
    }
  }
}
