/// An application identifier is a prefix of ten capital letters and digits, a dot and the bundle
/// identifier. The prefix is usually, but not always, the team identifier. Both are in the app's
/// entitlements under `application-identifier`.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["nodot"],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["*.jp.asajikan"],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum AppIDFormat: AppleRule {
  static let code = "app-id-format"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for spot in file.identifiers {
      guard let text = spot.string, AppIdentifier(text) == nil, !hasOwnFinding(text) else {
        continue
      }
      report.error(
        spot, "'\(text)' is not an application identifier: expected <prefix>.<bundle ID>",
        help:
          "for example 94VJUJ8B7P.jp.asajikan.www: ten capital letters and digits, a dot, the bundle ID"
      )
    }
  }

  /// White space, store numbers and placeholders have findings of their own.
  private static func hasOwnFinding(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: \.properties.isWhitespace)
      || AppIDStoreNumber.number(in: text) != nil || Placeholder.word(in: text) != nil
  }
}
