import AppAssociation

/// Without entries in `details` no URL opens an app.
///
/// Bad:
/// ```json
/// {"applinks":{"apps":[],"details":[]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum NoDetails: AppleRule {
  static let code = "no-details"

  static func check(_ file: AppleFile, _ report: inout Report) {
    guard let applinks = file.applinks, file.association.applinks?.details.isEmpty == true,
      file.association.applinks?.isUnwrappedEntry == false,
      (applinks.member("details")?.elements ?? []).isEmpty
    else { return }
    report.warning(
      applinks.member("details") ?? applinks,
      "'applinks' has no entries in 'details': no URL opens an app",
      help: "add {\"appIDs\": […], \"components\": […]}")
  }
}
