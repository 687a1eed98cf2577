import AppAssociation

/// A repeated rule has no effect.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x"},
///  {"/":"/y"},
///  {"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x"},
///  {"/":"/y"}]}]}}
/// ```
enum DuplicateRule: AppleRule {
  static let code = "duplicate-rule"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for list in file.lists {
      for pair in RepeatedRules(list).pairs
      where list.rules[pair.rule].isExclude
        == list.rules[pair.earlier].isExclude
      {
        report.finding(
          .warning, list.rules[pair.rule].spot,
          "the rule duplicates \(list.rules[pair.earlier].spot.path)",
          repairs: [.delete(list.rules[pair.rule].spot)],
          otherwise: "some systems read the two differently: write the one that is meant")
      }
    }
  }
}
