import SiteModel

/// A service of a site names an app that has no identifiers for it, so the service's file omits the
/// app.
enum IdleService: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, site) in subject.sites {
      func look(_ name: String, _ apps: [Int], for key: String, _ isIdle: (AppDefinition) -> Bool) {
        for (index, number) in apps.enumerated() where isIdle(subject.service.apps[number]) {
          let app = subject.service.apps[number].key
          report.warn(
            "\(path).\(name)[\(index)]", "the app '\(app)' has no '\(key)': the file leaves it out")
        }
      }
      let hasNoIdentifier = { (app: AppDefinition) in app.apple?.appIDs.isEmpty ?? true }
      look("webcredentials", site.webcredentials, for: "apple.appIDs", hasNoIdentifier)
      look("activitycontinuation", site.activitycontinuation, for: "apple.appIDs", hasNoIdentifier)
      look("appclips", site.appclips, for: "apple.appClipIDs") {
        $0.apple?.appClipIDs.isEmpty ?? true
      }
    }
  }
}
