import AppAssociation

/// The meaning of an empty path pattern is unknown: there is no published observation.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":""}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/"}]}]}}
/// ```
enum EmptyPath: AppleRule {
  static let code = "empty-path"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.part == .path && pattern.text.isEmpty {
      report.warning(
        pattern.spot, "the path pattern is empty",
        help: "write \"/\" for the root page, \"*\" for every path")
    }
  }
}
