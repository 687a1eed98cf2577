import AppAssociation
import JSONSyntax

/// `applinks.apps` has to be an empty array for systems before iOS 13 and may be omitted since.
/// Identifiers belong in the entries of `details`.
///
/// Bad:
/// ```json
/// {"applinks":{"apps":["94VJUJ8B7P.jp.asajikan.www"],
///  "details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"apps":[],
///  "details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],"components":[{"/":"/x"}]}]}}
/// ```
enum AppsNotEmpty: AppleRule {
  static let code = "apps-not-empty"

  static func check(_ file: AppleFile, _ report: inout Report) {
    guard let apps = file.applinks?.member("apps"), apps.node.array?.isEmpty == false else {
      return
    }
    report.warning(
      apps, "'apps' of 'applinks' is not empty: expected [] or no 'apps'",
      help: "put identifiers in 'appIDs' of the entries")
  }
}
