import AppAssociation
import JSONSyntax

/// When `appIDs` is present, systems from iOS 13 on ignore `appID`. An app listed only in `appID`
/// has no rules on them.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www","appIDs":["94VJUJ8B7P.jp.asajikan.beta"],
///  "components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum AppIDContradictsAppIDs: AppleRule {
  static let code = "app-id-contradicts-app-ids"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for entry in file.entries {
      guard let single = entry.spot.member("appID"), let text = single.string,
        let list = entry.details.appIDs, !list.contains(text),
        let appIDs = entry.spot.member("appIDs")
      else { continue }
      report.finding(
        .error, single, "'\(text)' is missing from 'appIDs', so systems from iOS 13 on ignore it",
        repairs: [
          Repair(
            "add it to 'appIDs'", [.append([single.node], to: appIDs.node.offset)], effect: .fills)
        ], otherwise: "give it an entry of its own")
    }
  }
}
