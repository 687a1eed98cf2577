public import Platforms

/// The way a launch reaches an app, which determines the receiving method.
public enum LaunchPath: CaseIterable, Hashable, Sendable {
  /// A tap on the icon.
  case normal
  /// A tap on a notification created by the app itself.
  case localNotification
  /// A tap on a notification from APNs.
  case remoteNotification
  /// A notification that arrives while the app is on the screen, before it is tapped.
  case presentedNotification
  /// A URL with a custom scheme, which widgets also use.
  case url
  /// A quick action on the home screen.
  case quickAction
  /// A universal link.
  case universalLink
  /// A Spotlight result or query, a Siri shortcut, or an activity continued by Handoff.
  case userActivity
  /// A universal link opened before the app was installed, which leads from the browser to the App
  /// Store and then to the first start of the app.
  case universalLinkBeforeInstallation
}

extension Launch {
  /// The path by which this launch reaches the app.
  public var path: LaunchPath {
    switch self {
    case .normal: .normal
    case .notification(let notification):
      notification.trigger == .push ? .remoteNotification : .localNotification
    case .userActivity(let activity):
      activity.activityType == ActivityType.browsingWeb ? .universalLink : .userActivity
    case .openURL: .url
    case .shortcutItem: .quickAction
    }
  }
}

extension LaunchPath {
  /// The title shown in tables.
  package var title: String {
    switch self {
    case .normal: "normal launch"
    case .localNotification: "local notification"
    case .remoteNotification: "remote notification"
    case .presentedNotification: "notification before it is tapped"
    case .url: "custom URL scheme, widget"
    case .quickAction: "quick action"
    case .universalLink: "universal link"
    case .userActivity: "Spotlight, Siri shortcut, Handoff"
    case .universalLinkBeforeInstallation: "universal link, app absent"
    }
  }
}

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
