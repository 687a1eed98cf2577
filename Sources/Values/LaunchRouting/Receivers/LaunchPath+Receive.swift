public import Platforms

extension LaunchPath {
  /// Returns the method that receives a launch. Every combination has a result.
  ///
  /// - Parameters:
  ///   - system: the iOS version; there are no scenes before iOS 13 and no UserNotifications before
  ///     iOS 10.
  ///   - state: the state of the app. A running app, in the foreground or background, receives a
  ///     launch in the method for its path; on a cold start, the method that starts the app
  ///     receives most launches.
  ///   - lifecycle: the lifecycle that the app uses.
  public func receiver(system: SystemVersion, state: AppState, lifecycle: Lifecycle) -> Receiver {
    switch lifecycle.effective(on: system) {
    case .appDelegate: applicationReceiver(system, state)
    case .scene: sceneReceiver(state)
    case .swiftUI: swiftUIReceiver(state)
    }
  }

  private func applicationReceiver(_ system: SystemVersion, _ state: AppState) -> Receiver {
    let hasNotificationCenter = system.has(.userNotifications)
    switch self {
    case .normal:
      switch state {
      case .notRunning: return Receiver(.didFinishLaunching)
      case .background: return Receiver(.applicationWillEnterForeground)
      case .foreground: return Receiver(.applicationDidBecomeActive)
      }
    case .universalLinkBeforeInstallation: return Receiver(.didFinishLaunching)
    case .localNotification:
      if hasNotificationCenter { return Receiver(.didReceiveResponse) }
      return state == .notRunning
        ? Receiver(.didFinishLaunching, .localNotification) : Receiver(.didReceiveLocalNotification)
    case .remoteNotification:
      if state == .notRunning { return Receiver(.didFinishLaunching, .remoteNotification) }
      return Receiver(hasNotificationCenter ? .didReceiveResponse : .didReceiveRemoteNotification)
    case .presentedNotification:
      return Receiver(hasNotificationCenter ? .willPresent : .didReceiveRemoteNotification)
    case .url: return Receiver(.applicationOpen)
    case .quickAction: return Receiver(.applicationPerformAction)
    case .universalLink, .userActivity: return Receiver(.applicationContinue)
    }
  }

  private func sceneReceiver(_ state: AppState) -> Receiver {
    let isCold = state == .notRunning
    switch self {
    case .normal:
      switch state {
      case .notRunning: return Receiver(.sceneWillConnect)
      case .background: return Receiver(.sceneWillEnterForeground)
      case .foreground: return Receiver(.sceneDidBecomeActive)
      }
    case .universalLinkBeforeInstallation: return Receiver(.sceneWillConnect)
    case .localNotification, .remoteNotification:
      return isCold
        ? Receiver(.sceneWillConnect, .notificationResponse) : Receiver(.didReceiveResponse)
    case .presentedNotification: return Receiver(.willPresent)
    case .url:
      return isCold ? Receiver(.sceneWillConnect, .urlContexts) : Receiver(.sceneOpenURLContexts)
    case .quickAction:
      return isCold
        ? Receiver(.sceneWillConnect, .shortcutItem) : Receiver(.windowScenePerformAction)
    case .universalLink, .userActivity:
      return isCold ? Receiver(.sceneWillConnect, .userActivities) : Receiver(.sceneContinue)
    }
  }

  /// SwiftUI has no modifier for some launches, which still arrive at the UIKit delegates.
  private func swiftUIReceiver(_ state: AppState) -> Receiver {
    switch self {
    case .normal, .universalLinkBeforeInstallation: Receiver(.onChange, .scenePhase)
    case .localNotification, .remoteNotification: Receiver(.didReceiveResponse)
    case .url, .universalLink: Receiver(.onOpenURL)
    case .userActivity: Receiver(.onContinueUserActivity)
    case .presentedNotification, .quickAction: sceneReceiver(state)
    }
  }
}
