/// `**` is equivalent to `*`, which already crosses slashes.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x/**"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x/*"}]}]}}
/// ```
enum DoubledStar: AppleRule {
  static let code = "doubled-star"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.text.holds("**") {
      report.note(pattern.spot, "'**' in '\(pattern.text)' is equivalent to '*'", help: "write '*'")
    }
  }
}
