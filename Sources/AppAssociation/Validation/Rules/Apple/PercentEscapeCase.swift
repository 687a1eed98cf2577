/// Escapes are compared literally. Browsers write them in upper case, so a pattern with lower-case
/// escapes misses nearly every URL.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/caf%c3%a9"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/caf%C3%A9"}]}]}}
/// ```
enum PercentEscapeCase: AppleRule {
  static let code = "percent-escape-case"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where !pattern.decodes && pattern.text.hasSmallEscapes {
      report.warning(
        pattern.spot, "'\(pattern.text)' has lower-case escapes: browsers write upper case",
        help: "write '\(pattern.text.withCapitalEscapes)'")
    }
  }
}
