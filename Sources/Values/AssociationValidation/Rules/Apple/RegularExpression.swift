import AppAssociation

/// Patterns have only `*`, `?` and `$(name)`. All other syntax of regular expressions is literal
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
    for pattern in file.patterns {
      guard let sign = sign(in: pattern.text) else { continue }
      report.warning(
        pattern.spot,
        "'\(pattern.text)' looks like a regular expression: '\(sign)' is literal text here",
        help: "'*' stands for any characters, '?' for exactly one")
    }
  }

  /// The first sign that only regular expressions have.
  static func sign(in text: String) -> String? {
    // A segment that begins with a dot, as in `/.*/`, is a hidden file, not "any characters".
    if text.holds("/.*"), !text.holds("/.*/") { return "/.*" }
    let signs: [StaticString] = [
      "(.*)", ".+", "\\d", "\\w", "\\/", "[0-9]", "[a-z]", "[A-Z]", "[^", "(?:",
    ]
    if let sign = signs.first(where: text.holds) { return "\(sign)" }
    if text.hasPrefix("^") { return "^" }
    if text.hasSuffix("$") { return "$" }
    return text.holds("(") && text.holds("|") ? "|" : nil
  }
}
