import AppAssociation
import JSONSyntax

/// A service that lists no app associates nothing.
///
/// Bad:
/// ```json
/// {"webcredentials":{}}
/// ```
///
/// Bad:
/// ```json
/// {"appclips":{"apps":[]}}
/// ```
///
/// Good:
/// ```json
/// {"webcredentials":{"apps":["94VJUJ8B7P.jp.asajikan.www"]}}
/// ```
enum ServiceWithoutApps: AppleRule {
  static let code = "service-without-apps"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for name in AppSiteAssociation.otherServices {
      guard let service = file.root.member(name), service.node.object != nil else { continue }
      let apps = service.member("apps")
      guard apps == nil || apps?.node.array?.isEmpty == true else { continue }
      report.warning(
        apps ?? service, "'\(name)' names no app, so it has no effect",
        help: "write {\"apps\": [\"<prefix>.<bundle ID>\"]}, or leave the service out")
    }
  }
}
