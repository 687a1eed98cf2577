/// Parameters as web frameworks write them (`:id`, `{id}`, `<id>`) are plain text here. Any text is
/// `*`, at least one character `?*`.
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
      report.warning(
        pattern.spot, "'\(parameter)' is no parameter here but text that a URL would have to have",
        help: "write '?*' in its place")
    }
  }

  private static func isParameter(_ segment: Substring) -> Bool {
    if segment.hasPrefix(":") { return segment.dropFirst().first?.isLetter == true }
    return segment.hasPrefix("{") && segment.hasSuffix("}")
      || segment.hasPrefix("<") && segment.hasSuffix(">")
  }
}
