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
      guard pattern.text.hasPrefix("NOT ") else { continue }
      let path = pattern.text.dropFirst(4)
      report.error(
        pattern.spot, "'\(pattern.text)' begins with 'NOT ', which no path does",
        help: "write {\"/\": \"\(path)\", \"exclude\": true}")
    }
  }
}
