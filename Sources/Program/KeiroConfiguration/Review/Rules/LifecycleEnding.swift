import LaunchRouting
import SiteModel

/// An app without scenes does not launch once it is built with an SDK that requires them, and the
/// App Store accepts no older SDK from April 2027 on. The SDK of the current build does not matter:
/// the next update will use a newer one.
enum LifecycleEnding: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, app) in subject.apps where app.lifecycle == .appDelegate {
      report.warn(
        path + ".launch.lifecycle",
        "built with the SDK of iOS 27, which the App Store requires from April 2027 on, an app without "
          + "scenes does not launch: expected 'scene' or 'swiftui'")
    }
  }
}
