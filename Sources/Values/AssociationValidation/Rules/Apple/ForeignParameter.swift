import AppAssociation

/// Parameters in the style of web frameworks (`:id`, `{id}`, `<id>`) are literal text here. Use `*`
/// for any text and `?*` for at least one character.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/user/:id"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/user/?*"}]}]}}
/// ```
enum ForeignParameter: AppleRule {
  static let code = "foreign-parameter"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.part == .path && !pattern.text.holds("://") {
      let segments = pattern.text.split(separator: "/")
      guard let parameter = segments.first(where: isParameter) else { continue }
      report.finding(
        .warning, pattern.spot,
        "'\(parameter)' is not a parameter here: it matches only that literal text",
        repairs: [
          pattern.rewritten(
            withWildcards(pattern.text), effect: .corrects(rule: pattern.rule.spot.path))
        ],
        otherwise: "'?*' stands for any text: such a rule belongs behind those for single pages")
    }
  }

  /// The path with `?*` in place of each parameter.
  static func withWildcards(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .map { isParameter($0) ? "?*" : $0 }.joined(separator: "/")
  }

  private static func isParameter(_ segment: Substring) -> Bool {
    if segment.hasPrefix(":") { return segment.dropFirst().first?.isLetter == true }
    return segment.hasPrefix("{") && segment.hasSuffix("}")
      || segment.hasPrefix("<") && segment.hasSuffix(">")
  }
}
