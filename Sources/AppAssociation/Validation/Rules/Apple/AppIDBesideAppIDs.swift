/// Where `appIDs` is present, systems from iOS 13 on ignore `appID`, even when the array is empty;
/// older ones read `appID` alone.
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
      report.warning(
        single, "'appID' stands beside 'appIDs': from iOS 13 on it is ignored",
        help: "keep 'appIDs'; give older systems an entry of their own, with 'appID' and 'paths'")
    }
  }
}
