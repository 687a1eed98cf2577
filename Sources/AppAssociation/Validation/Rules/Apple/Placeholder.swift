/// Identifiers out of examples and templates belong to no app.
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
        help: "put your own prefix and bundle ID here")
    }
  }

  /// The part of an identifier that only examples have.
  static func word(in text: String) -> String? {
    let lowered = text.lowercased()
    let words: [StaticString] = [
      "teamid", "team_id", "team-id", "yourteam", "your_", "your-", "<", "{", "$", "xxxx", "appid.",
      "com.example", "com.yourcompany", "com.company", "org.example", "bundleid", "bundle_id",
    ]
    return words.first(where: lowered.holds).map { "\($0)" }
  }
}
