import AppAssociation
import JSONSyntax

/// The text after `#` is not part of the path, so a path pattern with `#` never matches. The key
/// for the fragment is `#`.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/#/market/*"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/","#":"/market/*"}]}]}}
/// ```
enum FragmentInPath: AppleRule {
  static let code = "fragment-in-path"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.part == .path && pattern.text.holds("#") {
      report.finding(
        .error, pattern.spot,
        "'\(pattern.text)' contains '#', which no path does: the rule never matches",
        repairs: [moving(pattern)].compactMap(\.self),
        otherwise: pattern.rule.source.isLegacy
          ? "only 'components' can match fragments, with the key '#'"
          : "the key for the fragment is '#'")
    }
  }

  private static func moving(_ pattern: AppleFile.PatternSpot) -> Repair? {
    guard !pattern.rule.source.isLegacy, pattern.rule.spot.member("#") == nil,
      let hash = pattern.text.firstIndex(of: "#")
    else { return nil }
    let path = hash == pattern.text.startIndex ? "/" : String(pattern.text[..<hash])
    let fragment = String(pattern.text[pattern.text.index(after: hash)...])
    return Repair(
      "move the fragment to the key '#'",
      [
        .replace(pattern.spot.node.offset, .string(path)),
        .add("#", .string(fragment), to: pattern.rule.spot.node.offset),
      ], effect: .fills)
  }
}
