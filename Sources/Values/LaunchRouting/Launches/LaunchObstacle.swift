package import JSONSyntax
public import Platforms

/// Why an app does not launch at all.
public enum LaunchObstacle: String, CaseIterable, Hashable, Sendable {
  /// It is built with an SDK whose apps need scenes, and has none. Sources: Apple, Transitioning to
  /// the UIKit scene-based life cycle; TN3187.
  case scenesRequired = "scenes-required"

  /// The JSON form, in place of a launch.
  package var output: JSONOutput {
    .object([.init("type", .string("none")), .init("reason", .string(rawValue))])
  }

  /// One sentence's end, after the name of the app.
  package func predicate(on system: SystemVersion) -> String {
    switch self {
    case .scenesRequired:
      "does not launch on iOS \(system): it has no scenes, which the SDK of iOS "
        + "\(PlatformFeature.requiredScenes.introduction) and later ones require"
    }
  }
}

extension Lifecycle {
  /// Why an app with this lifecycle does not launch; nil where it does.
  ///
  /// - Parameters:
  ///   - system: the version of iOS that it runs on.
  ///   - sdk: the version of iOS whose SDK it is built with; nil for that of the system's own year.
  public func obstacle(system: SystemVersion, sdk: SystemVersion?) -> LaunchObstacle? {
    let sdk = sdk ?? SystemVersion(system.major)
    let isRequired = system.has(.requiredScenes) && sdk.has(.requiredScenes)
    return isRequired && self == .appDelegate ? .scenesRequired : nil
  }
}

extension LaunchContext {
  /// Why the app does not launch; nil where it does.
  public var obstacle: LaunchObstacle? { lifecycle.obstacle(system: system, sdk: sdk) }
}
