/// What holds when a launch arrives: the system, the app's state and build, and the user.
public struct LaunchContext: Hashable, Sendable {
  /// The version of the system.
  public var system: IOSVersion
  /// What the app was doing.
  public var state: AppState
  /// Which delegates the app is built with.
  public var lifecycle: Lifecycle
  /// What is known of the user.
  public var session: LaunchSession

  /// A context; by default a cold start of an app with scenes on the newest system, logged in.
  /// Scenes count only from iOS 13 on.
  public init(
    system: IOSVersion = .newest, state: AppState = .notRunning, lifecycle: Lifecycle = .scene,
    session: LaunchSession = LaunchSession()
  ) {
    self.system = system
    self.state = state
    self.lifecycle = lifecycle
    self.session = session
  }
}

/// What an app was doing when a launch arrived.
public enum AppState: String, CaseIterable, Hashable, Sendable {
  /// It was not in memory.
  case notRunning = "not-running"
  /// It was in memory and not on the screen.
  case background
  /// It was on the screen.
  case foreground
}

/// Which delegates an app is built with.
public enum Lifecycle: String, CaseIterable, Hashable, Sendable {
  /// `UIApplicationDelegate` alone, without a scene manifest.
  case appDelegate = "app-delegate"
  /// `UISceneDelegate`, from iOS 13.
  case scene
  /// The `App` protocol of SwiftUI, from iOS 14.
  case swiftUI = "swiftui"
}

extension Lifecycle {
  /// What a system makes of it: one that is too old for an app's newer delegates asks the older
  /// ones.
  public func effective(on system: IOSVersion) -> Lifecycle {
    guard system >= IOSVersion(major: 13) else { return .appDelegate }
    return self == .swiftUI && system < IOSVersion(major: 14) ? .scene : self
  }
}

/// What is known of the user when a launch arrives.
public struct LaunchSession: Hashable, Sendable {
  /// Whether the user is logged in.
  public var isLoggedIn: Bool

  /// A session; logged in unless told otherwise.
  public init(isLoggedIn: Bool = true) {
    self.isLoggedIn = isLoggedIn
  }
}
