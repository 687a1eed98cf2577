import AppAssociation
import JSONSyntax

/// An entry without rules opens nothing.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],"components":[]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum NoRules: AppleRule {
  static let code = "no-rules"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for entry in file.entries {
      let keys = ["components", "paths"].compactMap(entry.spot.member)
      guard keys.allSatisfy({ $0.node.array?.isEmpty == true }) else { continue }
      report.warning(
        keys.first ?? entry.spot, "the entry has no rules: no URL opens the app",
        help: "add \"components\": [{\"/\": \"/…\"}]")
    }
  }
}
