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
          report.error(
            spot, "'\(name)' is not a key of a rule: it is ignored, which makes the rule broader",
            help: "write {\"/\": \"\(name)\"}, with '*' or '?' in place of parameters")
        }
      }
    }
  }
}
