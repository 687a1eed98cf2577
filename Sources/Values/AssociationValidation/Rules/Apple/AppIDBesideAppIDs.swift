import AppAssociation

/// When `appIDs` is present, systems from iOS 13 on ignore `appID`, even if the array is empty;
/// older ones read only `appID`.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www","appIDs":["94VJUJ8B7P.jp.asajikan.www"],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum AppIDBesideAppIDs: AppleRule {
  static let code = "app-id-beside-app-ids"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for entry in file.entries {
      guard let single = entry.spot.member("appID"), let text = single.string,
        let list = entry.details.appIDs, list.contains(text)
      else { continue }
      report.finding(
        .warning, single, "'appID' is ignored from iOS 13 on because 'appIDs' is present",
        repairs: [.delete(single)],
        otherwise: "keep 'appIDs'; give older systems a separate entry with 'appID' and 'paths'")
    }
  }
}
