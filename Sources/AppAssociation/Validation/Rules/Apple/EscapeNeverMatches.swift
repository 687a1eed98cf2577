/// With `percentEncoded` false the URL is decoded but the pattern is not, so an escape in the
/// pattern never matches a decoded URL.
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
        "'\(pattern.text)' contains escapes, but with 'percentEncoded' false URLs are decoded before matching",
        help: "write the characters themselves")
    }
  }
}
