import AppAssociation
import JSONSyntax

/// Escapes are compared literally. Browsers write them in upper case, so a pattern with lower-case
/// escapes misses nearly every URL. URLs that were written in lower case stay as they are, so a
/// second rule serves them both.
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
    let texts = Set(file.patterns.map(\.text))
    for pattern in file.patterns where !pattern.decodes && pattern.text.hasSmallEscapes {
      let capital = pattern.text.withCapitalEscapes
      let node = pattern.rule.spot.node
      let copy = pattern.rewritten(capital, effect: .fills).applied(to: node)
      guard !texts.contains(capital) else { continue }
      report.finding(
        .warning, pattern.spot,
        "'\(pattern.text)' has lower-case escapes: browsers write upper case",
        repairs: [
          Repair(
            "add a rule with '\(capital)'", [.insert([copy], before: node.offset)], effect: .fills)
        ])
    }
  }
}
