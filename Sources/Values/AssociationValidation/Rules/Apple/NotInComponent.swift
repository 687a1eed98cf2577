import AppAssociation
import JSONSyntax

/// `NOT ` belongs to `paths`. In a component it is literal text, with which no path begins; use the
/// key `exclude` there.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"NOT /account/*"},
///  {"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/account/*","exclude":true},
///  {"/":"/x"}]}]}}
/// ```
enum NotInComponent: AppleRule {
  static let code = "not-in-component"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where !pattern.rule.source.isLegacy && pattern.part == .path {
      guard pattern.text.lowercased().hasPrefix("not ") else { continue }
      let path = String(pattern.text.dropFirst(4))
      let rule = pattern.rule.spot
      let exclude: JSONEdit =
        rule.member("exclude").map { .replace($0.node.offset, .bool(true)) }
        ?? .add("exclude", .bool(true), to: rule.node.offset)
      report.finding(
        .error, pattern.spot,
        "'\(pattern.text)' begins with '\(pattern.text.prefix(4))', which no path does",
        repairs: [
          Repair(
            "write {\"/\": \"\(path)\", \"exclude\": true}",
            [.replace(pattern.spot.node.offset, .string(path)), exclude],
            effect: .decides(rules: [rule.path]))
        ], otherwise: "'exclude' is the key for it: such a rule belongs behind the pages that open")
    }
  }
}
