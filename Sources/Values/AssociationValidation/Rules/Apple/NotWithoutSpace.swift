import AppAssociation

/// `NOT ` is three capital letters and one space. Anything else is a pattern that matches no path
/// and excludes nothing.
///
/// Bad:
/// ```json
/// {"applinks":{"apps":[],"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www","paths":["NOT/account/*", "/*"]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"apps":[],"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www","paths":["NOT /account/*", "/*"]}]}}
/// ```
enum NotWithoutSpace: AppleRule {
  static let code = "not-without-space"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.rule.source.isLegacy {
      let written = pattern.spot.string ?? ""
      let isOdd = written.hasPrefix("NOT  ") || !written.hasPrefix("NOT ")
      guard isOdd, written.lowercased().hasPrefix("not"),
        let next = written.dropFirst(3).first, next == "/" || next == "*" || next.isWhitespace
      else { continue }
      let path = String(written.dropFirst(3).drop(while: \.isWhitespace))
      report.finding(
        .error, pattern.spot,
        "'\(written)' is not an exclude: expected 'NOT ' in capitals with one space",
        repairs: [
          .write("NOT \(path)", at: pattern.spot, effect: .decides(rules: [pattern.rule.spot.path]))
        ], otherwise: "such a rule belongs behind the pages that open")
    }
  }
}
