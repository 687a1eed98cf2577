/// Paths are compared with the path of a URL alone: scheme and host in a pattern never match.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"https://asajikan.jp/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x"}]}]}}
/// ```
enum URLInPath: AppleRule {
  static let code = "url-in-path"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.part == .path && pattern.text.holds("://") {
      let path = WebURL(pattern.text.replacingWildcards)?.path ?? "/"
      report.error(
        pattern.spot, "'\(pattern.text)' is a URL: expected the path alone, such as '\(path)'",
        help: "every host serves its own file, so rules name no host")
    }
  }
}
