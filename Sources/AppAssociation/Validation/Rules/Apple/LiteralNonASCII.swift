/// URLs are compared in their percent-encoded form: a space or a non-ASCII letter in a pattern
/// never matches unless `percentEncoded` is false.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/café"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/a b"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/caf%C3%A9"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/café","percentEncoded":false}]}]}}
/// ```
enum LiteralNonASCII: AppleRule {
  static let code = "literal-non-ascii"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where !pattern.decodes && !pattern.text.hasPrefix("NOT") {
      guard let scalar = pattern.text.unicodeScalars.first(where: { $0 == " " || $0.value >= 0x7F })
      else { continue }
      report.warning(
        pattern.spot,
        "'\(scalar)' in '\(pattern.text)' is percent-encoded in URLs, so the rule never matches",
        help: pattern.rule.source.isLegacy
          ? "write it percent-encoded"
          : "write it percent-encoded, or set \"percentEncoded\": false")
    }
  }
}
