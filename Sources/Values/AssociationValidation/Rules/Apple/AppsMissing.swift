import AppAssociation
import JSONSyntax

/// Systems before iOS 13 require an empty `apps` array next to `details`. It matters only for
/// entries that those systems read, with `appID` and `paths`.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www","paths":["/x"]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"apps":[],"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www","paths":["/x"]}]}}
/// ```
enum AppsMissing: AppleRule {
  static let code = "apps-missing"

  static func check(_ file: AppleFile, _ report: inout Report) {
    guard let links = file.association.applinks, let applinks = file.applinks, !links.hasEmptyApps,
      applinks.member("apps") == nil, !links.isDictionary,
      links.details.contains(where: { $0.appID != nil && $0.paths != nil })
    else { return }
    report.finding(
      .note, applinks, "'apps' is missing: systems before iOS 13 require it beside 'details'",
      repairs: [
        Repair(
          "add \"apps\": []", [.add("apps", .array([]), to: applinks.node.offset)], effect: .none)
      ])
  }
}
