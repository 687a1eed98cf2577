import JSONSyntax

/// Systems ignore unknown keys. A misspelt key therefore makes its rule broader or leaves the app
/// without rules: `{'paht': '/x'}` matches every URL.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x","casesensitive":false}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"appLinks":{"details":[]},"webcredentials":{"apps":["94VJUJ8B7P.jp.asajikan.www"]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appid":"94VJUJ8B7P.jp.asajikan.www","paths":["/x"]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x","caseSensitive":false}]}]}}
/// ```
enum UnknownKey: AppleRule {
  static let code = "unknown-key"

  static func check(_ file: AppleFile, _ report: inout Report) {
    checkTop(file.root, &report)
    if let applinks = file.applinks { check(applinks, links, "'applinks'", &report) }
    for entry in file.entries {
      check(entry.spot, Self.details, "an entry", &report)
      if let defaults = entry.spot.member("defaults") { checkComponent(defaults, &report) }
    }
    if let defaults = file.applinks?.member("defaults") { checkComponent(defaults, &report) }
    for list in file.lists where !list.isLegacy {
      for rule in list.rules { checkComponent(rule.spot, &report) }
    }
  }

  private static let links = ["apps", "defaults", "substitutionVariables", "details"]
  private static let details = ["appID", "appIDs", "components", "paths", "defaults"]

  /// Keys of other services are accepted unless they look like a typo.
  private static func checkTop(_ root: Spot, _ report: inout Report) {
    let services = ["applinks"] + AppSiteAssociation.otherServices
    for (name, spot) in root.names where !services.contains(name) {
      guard let near = nearestName(to: name, among: services) else {
        if !name.hasPrefix("$") {
          report.note(spot, "'\(name)' is not one of Apple's services: it is ignored")
        }
        continue
      }
      report.error(
        spot, "'\(name)' is not a service: it is ignored with its contents", help: "write '\(near)'"
      )
    }
  }

  private static func check(
    _ object: Spot, _ known: [String], _ kind: String, _ report: inout Report
  ) {
    let services = ["applinks"] + AppSiteAssociation.otherServices
    for (name, spot) in object.names where !known.contains(name) && !services.contains(name) {
      guard let near = nearestName(to: name, among: known) else {
        if name != "comment" {
          report.note(spot, "'\(name)' is not a key of \(kind): it is ignored")
        }
        continue
      }
      report.error(
        spot, "'\(name)' is not a key of \(kind): it is ignored", help: "write '\(near)'")
    }
  }

  private static func checkComponent(_ component: Spot, _ report: inout Report) {
    let known = ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"]
    for (name, spot) in component.names where !known.contains(name) && !name.hasPrefix("/") {
      report.error(
        spot, "'\(name)' is not a key of a rule: it is ignored, which makes the rule broader",
        help: nearestName(to: name, among: known).map { "write '\($0)'" }
          ?? "expected one of \(known.joined(separator: " "))")
    }
  }
}
