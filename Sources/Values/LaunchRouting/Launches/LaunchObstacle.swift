package import JSONSyntax
public import Platforms

/// The reason why an app does not launch at all.
public enum LaunchObstacle: String, CaseIterable, Hashable, Sendable {
  /// The app is built with an SDK that requires scenes, but has none. Sources: Apple, Transitioning
  /// to the UIKit scene-based life cycle; TN3187.
  case scenesRequired = "scenes-required"

  /// The JSON form, used in place of a launch.
  package var output: JSONOutput {
    .object([.init("type", .string("none")), .init("reason", .string(rawValue))])
  }

  /// Describes the obstacle as the end of a sentence that begins with the name of the app.
  package func predicate(on system: SystemVersion) -> String {
    switch self {
    case .scenesRequired:
      "does not launch on iOS \(system): it has no scenes, which the SDK of iOS "
        + "\(PlatformFeature.requiredScenes.introduction) and later ones require"
    }
  }
}

extension Lifecycle {
  /// Returns why an app with this lifecycle does not launch; nil if it does.
  ///
  /// - Parameters:
  ///   - system: the iOS version that it runs on.
  ///   - sdk: the SDK that it is built with, as its iOS version; nil assumes the one of the
  ///     system's own year.
  public func obstacle(system: SystemVersion, sdk: SystemVersion?) -> LaunchObstacle? {
    let sdk = sdk ?? SystemVersion(system.major)
    let isRequired = system.has(.requiredScenes) && sdk.has(.requiredScenes)
    return isRequired && self == .appDelegate ? .scenesRequired : nil
  }
}

extension LaunchContext {
  /// The reason why the app does not launch; nil if it does.
  public var obstacle: LaunchObstacle? { lifecycle.obstacle(system: system, sdk: sdk) }
}
