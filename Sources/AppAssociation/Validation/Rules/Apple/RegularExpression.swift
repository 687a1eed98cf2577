/// Patterns know `*`, `?` and `$(name)` alone. Everything else of regular expressions is plain
/// text.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/[0-9]+"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/shop/.*"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/?*"}]}]}}
/// ```
enum RegularExpression: AppleRule {
  static let code = "regular-expression"

  static func check(_ file: AppleFile, _ report: inout Report) {
    let signs = ["/.*", "(.*)", ".+", "\\d", "\\w", "\\/", "[0-9]", "[a-z]", "[A-Z]", "[^", "(?:"]
    for pattern in file.patterns {
      let text = pattern.text
      let sign =
        signs.first(where: text.contains) ?? (text.hasPrefix("^") ? "^" : nil)
        ?? (text.hasSuffix("$") ? "$" : nil)
        ?? (text.contains("(") && text.contains("|") ? "|" : nil)
      guard let sign, !(sign == "/.*" && text.contains("/.*/")) else { continue }
      report.warning(
        pattern.spot, "'\(text)' looks like a regular expression: '\(sign)' is plain text here",
        help: "'*' stands for any characters, '?' for exactly one")
    }
  }
}
