/// A URL opens the app when a rule matches it that is no exclude. With excludes alone nothing ever
/// opens.
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
      report.warning(
        list.spot, "all rules exclude: no URL opens the app",
        help: "end with a rule for the URLs that open it, such as {\"/\": \"/*\"}")
    }
  }
}
