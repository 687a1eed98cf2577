import AppAssociation
import JSONSyntax
import WebSyntax

/// Patterns of paths in which `?` seems to be meant as the beginning of a query.
enum QueryInPath {
  static func check(_ pattern: AppleFile.PatternSpot, _ report: inout Report) {
    guard !pattern.text.holds("://") else { return }
    if let (path, query) = parts(pattern.text) {
      report.finding(
        .warning, pattern.spot,
        "'\(pattern.text)' looks like a path with a query: here '?' is a wildcard",
        repairs: [moving(pattern, path, query)].compactMap(\.self),
        otherwise: pattern.isLegacy
          ? "'paths' ignores queries: '\(path)' accepts all of them"
          : "the key for the query is '?'")
    } else if let item = itemBehindStar(pattern.text) {
      report.warning(
        pattern.spot,
        "'\(pattern.text)' looks like an item of a query, '\(item)': a path has none, and is compared "
          + "without the query",
        help: pattern.isLegacy
          ? "only 'components' can match queries, with the key '?'"
          : "the key for the query is '?'")
    } else if let path = pathBeforeAnything(pattern.text) {
      report.finding(
        .note, pattern.spot,
        "'\(pattern.text)' covers '\(path)s', not '\(path)?a=1': here '?' is a wildcard",
        repairs: [
          pattern.rewritten(
            path, help: "write '\(path)' if a query is meant: without '?' every query is accepted",
            effect: pattern.correction)
        ])
    }
  }

  /// The path and the query of a pattern that looks like both.
  static func parts(_ text: String) -> (path: String, query: Substring)? {
    guard let mark = text.firstIndex(of: "?"),
      let equals = text[mark...].firstIndex(of: "="),
      text[mark..<equals].dropFirst().allSatisfy({
        $0.isLetter || $0.isNumber || "_-[]".contains($0)
      }),
      text.distance(from: mark, to: equals) > 1
    else { return nil }
    return (String(text[..<mark]), text[text.index(after: mark)...])
  }

  /// The item of a query behind a wildcard that stands for the path and the '?', as in `*id=1`.
  private static func itemBehindStar(_ text: String) -> Substring? {
    guard let sign = text.lastIndex(of: "="),
      let before = text[..<sign].lastIndex(where: "*&".contains)
    else { return nil }
    let name = text[text.index(after: before)..<sign]
    let isName =
      !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_-[]".contains($0) }
    return isName ? text[text.index(after: before)...] : nil
  }

  /// The path in front of a final `?*` that follows a word rather than a slash.
  static func pathBeforeAnything(_ text: String) -> String? {
    guard text.hasSuffix("?*") else { return nil }
    let path = text.dropLast(2)
    guard let last = path.utf8.last, ASCII.isLetter(last), !path.contains("?") else { return nil }
    return String(path)
  }

  private static func moving(
    _ pattern: AppleFile.PatternSpot, _ path: String, _ query: Substring
  ) -> Repair? {
    let rule = pattern.rule.spot
    if pattern.isLegacy {
      return pattern.rewritten(
        path, help: "write '\(path)': 'paths' ignores queries", effect: pattern.correction)
    }
    guard rule.member("?") == nil else { return nil }
    let items = query.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1]) : ""
      return JSONMember(
        name: String(parts[0]), nameOffset: -1,
        node: JSONNode(offset: -1, value: .string(value == "*" ? "?*" : value)))
    }
    return Repair(
      "move the query to the key '?'",
      [
        .replace(pattern.spot.node.offset, .string(path)),
        .add("?", .object(items), to: rule.node.offset),
      ], effect: pattern.correction)
  }
}
