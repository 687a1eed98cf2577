import AppAssociation

/// Only `applinks` has `details`. The other services list their apps under `apps`, so identifiers
/// anywhere else are not read.
///
/// Bad:
/// ```json
/// {"appclips":{"apps":[],"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www.Clip"]}]}}
/// ```
///
/// Good:
/// ```json
/// {"webcredentials":{"apps":["94VJUJ8B7P.jp.asajikan.www"]}}
/// ```
enum ServiceDetails: AppleRule {
  static let code = "service-details"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for name in AppSiteAssociation.otherServices {
      for (key, spot) in file.root.member(name)?.names ?? []
      where ["details", "appID", "appIDs", "components", "paths"].contains(key) {
        report.error(
          spot, "'\(key)' is not a key of '\(name)': it is ignored",
          help: "list the identifiers under 'apps'")
      }
    }
  }
}
