import AppAssociation
import JSONSyntax

/// HarmonyOS opens the host's links in the apps that the file names by the identifiers of AppGallery
/// Connect. The file has no paths: an app lists its links in its `module.json5`.
///
/// Bad:
/// ```json
/// {"applinking":{"apps":[{"appId":"5765880207853775505"}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinking":{"apps":[{"appIdentifier":"5765880207853775505"}]}}
/// ```
enum AppLinkingApps: HostDocumentRule {
  static let code = "applinking-apps"

  static func check(_ root: Spot, _ report: inout Report) {
    guard let section = root.member("applinking") else {
      report.error(root, "'applinking' is missing: expected an object with 'apps'")
      return
    }
    guard section.node.object != nil else {
      report.error(
        section, "found \(section.node.value.kindName): expected an object with 'apps'")
      return
    }
    guard let apps = section.list("apps", of: "apps", &report) else { return }
    if apps.isEmpty { report.warning(section, "the list is empty: no app opens links of the host") }
    var seen: Set<String> = []
    for app in apps {
      guard let identifier = app.member("appIdentifier") else {
        report.error(app, "'appIdentifier' is missing: HarmonyOS knows apps by it")
        continue
      }
      guard let text = identifier.string, !text.isEmpty else {
        let found = identifier.string == nil ? identifier.node.value.kindName : "an empty string"
        report.error(identifier, "found \(found): expected the app's identifier in quotation marks")
        continue
      }
      if !seen.insert(text).inserted { report.warning(identifier, "'\(text)' is given twice") }
    }
  }
}
