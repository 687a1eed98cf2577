import AppAssociation

/// An entry without `appIDs` or `appID` is ignored.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"components":[{"/":"/x"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":[],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum MissingIdentifier: AppleRule {
  static let code = "missing-identifier"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for entry in file.entries {
      // An 'appIDs' that is not an array has its own finding.
      guard entry.details.identifiers(on: .newest).isEmpty,
        entry.details.appIDs != nil || entry.spot.member("appIDs") == nil
      else { continue }
      report.error(
        entry.spot, "the entry names no app, so it is ignored",
        help: "add \"appIDs\": [\"<prefix>.<bundle ID>\"]")
    }
  }
}
