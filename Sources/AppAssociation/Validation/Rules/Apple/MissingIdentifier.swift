import JSONSyntax

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
      let details = entry.details
      guard entry.spot.member("appIDs").map({ $0.node.array != nil }) ?? true else { continue }
      guard details.identifiers(on: AppleFeatures(system: .newestIOS)).isEmpty else { continue }
      guard details.appID == nil || details.appIDs != nil,
        entry.spot.member("appID")?.string == nil
          || details.appIDs != nil
      else { continue }
      report.error(
        entry.spot, "the entry names no app, so it is ignored",
        help: "add \"appIDs\": [\"<prefix>.<bundle ID>\"]")
    }
  }
}
