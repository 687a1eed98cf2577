/// With `percentEncoded` false the URL is decoded and the pattern is left alone, so an escape in
/// the pattern matches no decoded URL.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/a%20b","percentEncoded":false}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/a b","percentEncoded":false}]}]}}
/// ```
enum EscapeNeverMatches: AppleRule {
  static let code = "escape-never-matches"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.decodes && pattern.text.hasEscapes {
      report.error(
        pattern.spot,
        "'\(pattern.text)' has escapes, but with 'percentEncoded' false URLs have none",
        help: "write the characters themselves")
    }
  }
}
