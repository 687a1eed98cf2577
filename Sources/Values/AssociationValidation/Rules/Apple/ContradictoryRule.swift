import AppAssociation

/// Of two rules with the same patterns, one of them an exclude, the first always decides and the
/// second never does.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x"},
///  {"/":"/x","exclude":true}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x"}]}]}}
/// ```
enum ContradictoryRule: AppleRule {
  static let code = "contradictory-rule"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for list in file.lists {
      for pair in RepeatedRules(list).pairs
      where list.rules[pair.rule].isExclude
        != list.rules[pair.earlier].isExclude
      {
        report.warning(
          list.rules[pair.rule].spot,
          "\(list.rules[pair.earlier].spot.path) has the same patterns and the opposite effect",
          help: "keep the one that is meant: now the first one decides")
      }
    }
  }
}
