import AppAssociation
import SiteModel

/// An App Clip belongs to its app: it has the same Team ID, and its bundle ID begins with the app's
/// (Apple, "Creating an App Clip with Xcode").
enum ForeignAppClip: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, app) in subject.apps {
      for (index, clip) in (app.apple?.appClipIDs ?? []).enumerated() {
        guard let message = fault(clip, of: app.apple?.appIDs ?? []) else { continue }
        report.warn("\(path).apple.appClipIDs[\(index)]", message)
      }
    }
  }

  private static func fault(_ clip: AppIdentifier, of apps: [AppIdentifier]) -> String? {
    let team = apps.filter { $0.prefix == clip.prefix }
    guard !team.isEmpty else {
      let prefixes = Set(apps.map(\.prefix)).sorted().joined(separator: ", ")
      return "the App Clip '\(clip)' has another Team ID than its app: expected \(prefixes)"
    }
    let isPart = team.contains { clip.bundleIdentifier.hasPrefix($0.bundleIdentifier + ".") }
    guard !isPart, let app = team.first else { return nil }
    return "the bundle ID of an App Clip begins with that of its app: expected '\(app).…', found "
      + "'\(clip)'"
  }
}
