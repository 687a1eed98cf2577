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
