import AppAssociation

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
      report.finding(
        .error, pattern.spot,
        "'\(pattern.text)' contains escapes, but with 'percentEncoded' false URLs are decoded before matching",
        repairs: repairs(pattern),
        otherwise: "write the characters themselves; systems before iOS 14 need the escapes")
    }
  }

  /// Systems before iOS 14 ignore `percentEncoded`, so for them escapes are right.
  private static func repairs(_ pattern: AppleFile.PatternSpot) -> [Repair] {
    let decoded = String(
      decoding: Array(pattern.text.utf8).withSpan(PercentDecoding.decoded), as: UTF8.self)
    let setting = pattern.rule.spot.member("percentEncoded").map {
      Repair.delete(
        $0, effect: .corrects(rule: pattern.rule.spot.path), help: "delete 'percentEncoded'")
    }
    return [pattern.rewritten(decoded, effect: .fills), setting].compactMap(\.self)
  }
}
