import AppAssociation
import WebSyntax

/// Patterns are compared only with the path of a URL: a pattern with a scheme and a host never
/// matches.
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
        pattern.spot, "'\(pattern.text)' is a URL: expected only the path, such as '\(path)'",
        help: "every host serves its own file, so rules do not name a host")
    }
  }
}
