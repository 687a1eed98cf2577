import AppAssociation

/// White space inside an identifier is part of it, so no app has that identifier.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www "],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum AppIDWhiteSpace: AppleRule {
  static let code = "app-id-white-space"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for spot in file.identifiers {
      guard let text = spot.string, text.unicodeScalars.contains(where: \.properties.isWhitespace)
      else { continue }
      let trimmed = String(
        String.UnicodeScalarView(
          text.unicodeScalars.filter {
            !$0.properties.isWhitespace
          }))
      report.finding(
        .error, spot, "'\(text)' contains white space",
        repairs: AppIdentifier(trimmed) == nil ? [] : [.write(trimmed, at: spot, effect: .fills)])
    }
  }
}
