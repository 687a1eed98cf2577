package import JSONSyntax
public import Platforms

/// The circumstances of a launch: the system, the app's state and lifecycle, and the user.
public struct LaunchContext: Hashable, Sendable {
  /// The version of the system.
  public var system: SystemVersion
  /// The SDK that the app is built with, as its iOS version; nil assumes that of the system's year.
  public var sdk: SystemVersion?
  /// The state of the app.
  public var state: AppState
  /// The lifecycle that the app uses.
  public var lifecycle: Lifecycle
  /// The state of the user.
  public var session: LaunchSession

  /// Creates a context; by default a cold start of an app with scenes on the newest system, with
  /// the user logged in. Scenes apply only since iOS 13.
  public init(
    system: SystemVersion = .newestIOS, sdk: SystemVersion? = nil, state: AppState = .notRunning,
    lifecycle: Lifecycle = .scene,
    session: LaunchSession = LaunchSession()
  ) {
    self.system = system
    self.sdk = sdk
    self.state = state
    self.lifecycle = lifecycle
    self.session = session
  }
}

/// The state of an app when a launch arrives.
public enum AppState: String, CaseIterable, Hashable, Sendable {
  /// The app was not in memory.
  case notRunning = "not-running"
  /// The app was in memory but not on the screen.
  case background
  /// The app was on the screen.
  case foreground

  /// The state as shown to people.
  package var title: String {
    self == .notRunning ? "not running" : rawValue
  }

  /// The state of the app as part of a sentence.
  package var phrase: String {
    self == .notRunning ? "not running" : "in the \(rawValue)"
  }
}

/// The lifecycle of an app.
public enum Lifecycle: String, CaseIterable, Hashable, Sendable {
  /// `UIApplicationDelegate` only, without a scene manifest.
  case appDelegate = "app-delegate"
  /// `UISceneDelegate`, since iOS 13.
  case scene
  /// The SwiftUI `App` protocol, since iOS 14.
  case swiftUI = "swiftui"
}

extension Lifecycle {
  /// Returns the lifecycle in effect on a system: one that predates the newer delegates calls the
  /// older ones.
  public func effective(on system: SystemVersion) -> Lifecycle {
    guard system.has(.scenes) else { return .appDelegate }
    return self == .swiftUI && !system.has(.swiftUILifecycle) ? .scene : self
  }
}

/// The state of the user when a launch arrives.
public struct LaunchSession: Hashable, Sendable {
  /// Whether the user is logged in.
  public var isLoggedIn: Bool

  /// Creates a session; logged in by default.
  public init(isLoggedIn: Bool = true) {
    self.isLoggedIn = isLoggedIn
  }
}

/// The reason why an app does not launch at all.
public enum LaunchObstacle: String, CaseIterable, Hashable, Sendable {
  /// The app is built with an SDK that requires scenes, but has none. Sources: Apple, Transitioning
  /// to the UIKit scene-based life cycle; TN3187.
  case scenesRequired = "scenes-required"

  package var output: JSONOutput {
    ["type": .string("none"), "reason": .string(rawValue)]
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
