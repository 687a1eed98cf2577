import AppAssociation
import JSONSyntax

/// The `#` in front of a fragment is not part of it, nor does a query contain one: the fragment
/// begins there.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x","#":"#b"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x","?":"a=1#b"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x","?":"a=1","#":"b"}]}]}}
/// ```
enum HashInPattern: AppleRule {
  static let code = "hash-in-pattern"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.text.holds("#") {
      switch pattern.part {
      case .path: break
      case .fragment:
        guard pattern.text.hasPrefix("#") else { continue }
        report.finding(
          .warning, pattern.spot,
          "'\(pattern.text)' begins with '#': the fragment is the text after it",
          repairs: [
            pattern.rewritten(
              String(pattern.text.drop { $0 == "#" }),
              effect: .corrects(rule: pattern.rule.spot.path))
          ])
      case .query, .item:
        report.finding(
          .error, pattern.spot,
          "'\(pattern.text)' contains '#', which no query does: the rule never matches",
          repairs: [moving(pattern)].compactMap(\.self),
          otherwise: "the key for the fragment is '#'")
      }
    }
  }

  private static func moving(_ pattern: AppleFile.PatternSpot) -> Repair? {
    guard let hash = pattern.text.firstIndex(of: "#"), pattern.rule.spot.member("#") == nil else {
      return nil
    }
    let fragment = String(pattern.text[pattern.text.index(after: hash)...])
    return Repair(
      "move the fragment to the key '#'",
      [
        .replace(pattern.spot.node.offset, .string(String(pattern.text[..<hash]))),
        .add("#", .string(fragment), to: pattern.rule.spot.node.offset),
      ], effect: .fills)
  }
}
