import AppAssociation

/// Current systems assume a leading slash. Whether systems before iOS 13 do is unknown.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"buy/*"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/buy/*"}]}]}}
/// ```
enum PathWithoutSlash: AppleRule {
  static let code = "path-without-slash"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.part == .path {
      guard let first = pattern.text.first, first != "/", first != "*",
        !pattern.text.hasPrefix("$("),
        !hasBetterFinding(pattern.text)
      else { continue }
      report.finding(
        .note, pattern.spot,
        "'\(pattern.text)' does not begin with a slash: current systems assume one",
        repairs: [pattern.rewritten("/" + pattern.text, effect: .none)])
    }
  }

  /// White space, `NOT`, URLs, hosts, fragments and regular expressions have findings of their own.
  private static func hasBetterFinding(_ text: String) -> Bool {
    text.first?.isWhitespace == true || text.lowercased().hasPrefix("not") || text.holds("://")
      || text.holds("#") || HostInPath.host(in: text) != nil
      || RegularExpression.sign(in: text) != nil
  }
}
