import AppAssociation
import WebSyntax

/// A `%` in a URL begins an escape of two hexadecimal digits. A pattern with any other `%` never
/// matches a well-formed URL.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/100%"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/100%25"}]}]}}
/// ```
enum StrayPercent: AppleRule {
  static let code = "stray-percent"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns
    where !pattern.decodes
      && Array(pattern.text.utf8).withSpan(PercentDecoding.hasStrayPercent)
    {
      // A wildcard may stand for the digits.
      guard !pattern.text.holds("%?"), !pattern.text.holds("%*"),
        !pattern.text.holds("%$(")
      else { continue }
      report.finding(
        .warning, pattern.spot, "'\(pattern.text)' has a '%' that does not begin an escape",
        repairs: [
          pattern.rewritten(
            escaped(pattern.text), effect: .corrects(rule: pattern.rule.spot.path))
        ])
    }
  }

  /// The text with `%25` for each `%` that does not begin an escape.
  private static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let parts = bytes.indices.map { index in
      bytes[index] == UInt8(ascii: "%")
        && bytes.withSpan { PercentCoding.escapedByte($0, at: index + 1) } == nil
        ? Array("%25".utf8) : [bytes[index]]
    }
    return String(decoding: Array(parts.joined()), as: UTF8.self)
  }
}
