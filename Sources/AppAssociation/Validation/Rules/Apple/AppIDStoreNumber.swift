/// The number of the App Store page is no prefix. The prefix stands in the app's entitlements, or
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
        spot, "'\(number)' looks like an App Store number: expected the prefix of the team",
        help: "take the ten characters before the bundle ID in 'application-identifier'")
    }
  }

  /// What stands before the first dot, where it is nine or ten digits.
  static func number(in text: String) -> Substring? {
    let prefix = text.prefix { $0 != "." }
    let isNumber = prefix.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber && (9...10).contains(prefix.utf8.count) ? prefix : nil
  }
}
