import AppAssociation

/// `**` is equivalent to `*`, which already crosses slashes. Only `/*` at the end of a path also
/// covers the path without its last segment; `/**` is assumed not to.
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
      var single = pattern.text
      while single.holds("**") { single = single.replacingAll("**", with: "*") }
      report.finding(
        .note, pattern.spot, "'**' in '\(pattern.text)' is equivalent to '*'",
        repairs: [
          pattern.rewritten(single, effect: .none),
          pattern.rewritten(
            single, help: "write '\(single)', which also covers '\(single.dropLast(2))'",
            effect: .fills),
        ])
    }
  }
}
