/// In a pattern `?` is a wildcard for one character, not the beginning of a query. The key for the
/// query is `?`.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x?id=*"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x","?":{"id":"?*"}}]}]}}
/// ```
enum QueryInPath: AppleRule {
  static let code = "query-in-path"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.part == .path {
      guard let mark = pattern.text.firstIndex(of: "?"),
        let equals = pattern.text[mark...].firstIndex(of: "="),
        pattern.text[mark..<equals].dropFirst().allSatisfy({
          $0.isLetter || $0.isNumber || "_-[]".contains($0)
        }),
        pattern.text.distance(from: mark, to: equals) > 1
      else { continue }
      report.warning(
        pattern.spot, "'\(pattern.text)' looks like a path with a query: here '?' is a wildcard",
        help: "move the query to the key '?'")
    }
  }
}
