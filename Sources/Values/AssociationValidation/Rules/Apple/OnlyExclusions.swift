import AppAssociation
import JSONSyntax

/// A URL opens the app when the first matching rule is not an exclude. With only excludes nothing
/// ever opens.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/account/*","exclude":true}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"apps":[],"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www","paths":["NOT /account/*"]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/account/*","exclude":true},
///  {"/":"/*"}]}]}}
/// ```
enum OnlyExclusions: AppleRule {
  static let code = "only-exclusions"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for list in file.lists where !list.rules.isEmpty && list.rules.allSatisfy(\.isExclude) {
      let (rule, text): (JSONValue, String) =
        list.isLegacy
        ? (.string("/*"), "\"/*\"") : (.object(["/": .string("/*")]), "{\"/\": \"/*\"}")
      report.finding(
        .warning, list.spot, "all rules are excludes: no URL opens the app",
        repairs: [
          Repair(
            "add a final rule for the URLs that open it, such as \(text)",
            [.append([JSONNode(offset: -1, value: rule)], to: list.spot.node.offset)],
            effect: .fills)
        ], otherwise: "add a final rule for the URLs that open it")
    }
  }
}
