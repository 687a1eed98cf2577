import AppAssociation
import WebSyntax

/// The number of the App Store page is not a prefix. The prefix is in the app's entitlements and
/// under Membership on the developer site.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["400435286.jp.asajikan.www"],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum AppIDStoreNumber: AppleRule {
  static let code = "app-id-store-number"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for spot in file.identifiers {
      guard let text = spot.string, let number = number(in: text) else { continue }
      report.error(
        spot, "'\(number)' looks like an App Store number: expected the team's prefix",
        help: "use the ten characters before the bundle ID in 'application-identifier'")
    }
  }

  /// The text before the first dot if it is nine or ten digits.
  static func number(in text: String) -> Substring? {
    let prefix = text.prefix { $0 != "." }
    return DecimalDigits.isNumber(prefix) && (9...10).contains(prefix.utf8.count) ? prefix : nil
  }
}
