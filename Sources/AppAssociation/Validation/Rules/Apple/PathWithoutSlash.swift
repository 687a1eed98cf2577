/// Current systems assume a leading slash. Whether systems before iOS 13 do is unknown.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"buy/*"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/buy/*"}]}]}}
/// ```
enum PathWithoutSlash: AppleRule {
  static let code = "path-without-slash"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.part == .path {
      guard let first = pattern.text.first, first != "/", first != "*",
        !pattern.text.hasPrefix("$("),
        !pattern.text.holds("://"), !pattern.text.hasPrefix("NOT")
      else { continue }
      report.note(
        pattern.spot, "'\(pattern.text)' does not begin with a slash: current systems assume one",
        help: "write '/\(pattern.text)'")
    }
  }
}
