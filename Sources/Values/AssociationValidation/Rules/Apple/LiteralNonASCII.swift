import AppAssociation
import JSONSyntax
import WebSyntax

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
    for pattern in file.patterns
    where !pattern.decodes && !pattern.text.lowercased().hasPrefix("not ") {
      guard let scalar = pattern.text.unicodeScalars.first(where: { $0 == " " || $0.value >= 0x7F })
      else { continue }
      report.finding(
        .warning, pattern.spot,
        "'\(scalar)' in '\(pattern.text)' is percent-encoded in URLs, so the rule never matches",
        repairs: repairs(pattern), otherwise: "write it percent-encoded")
    }
  }

  private static func repairs(_ pattern: AppleFile.PatternSpot) -> [Repair] {
    let trimmed = pattern.text.trimmingWhiteSpace
    guard trimmed == pattern.text else { return [pattern.rewritten(trimmed, effect: .fills)] }
    let encoded = PercentCoding.encodeUnsafe(pattern.text.utf8)
    let setting = Repair(
      "set \"percentEncoded\": false",
      [.add("percentEncoded", .bool(false), to: pattern.rule.spot.node.offset)], effect: .fills)
    return [pattern.rewritten(encoded, effect: .fills)]
      + (pattern.rule.source.isLegacy ? [] : [setting])
  }
}
