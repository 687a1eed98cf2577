import AppAssociation

/// Identifiers copied from examples and templates do not belong to any app.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["TEAMID.com.example.app"],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["<TeamID>.jp.asajikan.www"],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["ABCDE12345.jp.asajikan.www","9JA89QQLNQ.com.apple.wwdc"],
///  "components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum Placeholder: AppleRule {
  static let code = "placeholder"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for spot in file.identifiers {
      guard let text = spot.string, let word = word(in: text) else { continue }
      report.warning(
        spot, "'\(text)' looks like a placeholder because of '\(word)'",
        help: "use your own prefix and bundle ID")
    }
  }

  /// The part of an identifier that occurs only in examples.
  static func word(in text: String) -> String? {
    let lowered = text.lowercased()
    let words: [StaticString] = [
      "teamid", "team_id", "team-id", "yourteam", "your_", "your-", "<", "{", "$", "xxxx", "appid.",
      "com.example", "com.yourcompany", "com.company", "org.example", "bundleid", "bundle_id",
      "com.apple.wwdc", "abcde12345", "abcdefghij", "a1b2c3d4e5", "1a2b3c4d5e",
    ]
    return words.first(where: lowered.holds).map { "\($0)" }
  }
}
