package import JSONSyntax

/// The method that receives a launch, and the key of the launch in its arguments.
public struct Receiver: Hashable, Sendable {
  /// The method.
  public let method: Method
  /// The key; nil when the launch is itself an argument of the method.
  public let key: Key?

  init(_ method: Method, _ key: Key? = nil) {
    self.method = method
    self.key = key
  }

  /// The methods of UIKit, UserNotifications and SwiftUI that receive launches.
  public enum Method: String, CaseIterable, Hashable, Sendable {
    /// The `UIApplicationDelegate` method called on a cold start.
    case didFinishLaunching = "application(_:didFinishLaunchingWithOptions:)"
    /// The `UIApplicationDelegate` method for URLs.
    case applicationOpen = "application(_:open:options:)"
    /// The `UIApplicationDelegate` method for user activities.
    case applicationContinue = "application(_:continue:restorationHandler:)"
    /// The `UIApplicationDelegate` method for quick actions.
    case applicationPerformAction = "application(_:performActionFor:completionHandler:)"
    /// The `UIApplicationDelegate` method for remote notifications, until iOS 9.
    case didReceiveRemoteNotification =
      "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
    /// The `UIApplicationDelegate` method for local notifications, until iOS 9.
    case didReceiveLocalNotification = "application(_:didReceive:)"
    /// The `UIApplicationDelegate` method for a return to the foreground without a destination.
    case applicationWillEnterForeground = "applicationWillEnterForeground(_:)"
    /// The `UIApplicationDelegate` method called when the app is already in the foreground.
    case applicationDidBecomeActive = "applicationDidBecomeActive(_:)"
    /// The `UNUserNotificationCenterDelegate` method for tapped notifications, since iOS 10.
    case didReceiveResponse = "userNotificationCenter(_:didReceive:withCompletionHandler:)"
    /// The `UNUserNotificationCenterDelegate` method for arriving notifications, since iOS 10.
    case willPresent = "userNotificationCenter(_:willPresent:withCompletionHandler:)"
    /// The `UIWindowSceneDelegate` method called on a cold start.
    case sceneWillConnect = "scene(_:willConnectTo:options:)"
    /// The `UIWindowSceneDelegate` method for URLs.
    case sceneOpenURLContexts = "scene(_:openURLContexts:)"
    /// The `UIWindowSceneDelegate` method for user activities.
    case sceneContinue = "scene(_:continue:)"
    /// The `UIWindowSceneDelegate` method for quick actions.
    case windowScenePerformAction = "windowScene(_:performActionFor:completionHandler:)"
    /// The `UIWindowSceneDelegate` method for a return to the foreground without a destination.
    case sceneWillEnterForeground = "sceneWillEnterForeground(_:)"
    /// The `UIWindowSceneDelegate` method called when the app is already in the foreground.
    case sceneDidBecomeActive = "sceneDidBecomeActive(_:)"
    /// The SwiftUI modifier for custom schemes and universal links.
    case onOpenURL = "onOpenURL(perform:)"
    /// The SwiftUI modifier for user activities.
    case onContinueUserActivity = "onContinueUserActivity(_:perform:)"
    /// The SwiftUI modifier that observes a change of the scene's phase.
    case onChange = "onChange(of:initial:_:)"
  }

  /// The key of a launch in a method's arguments.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    /// A key of `UIApplication.LaunchOptionsKey`.
    case remoteNotification
    /// A key of `UIApplication.LaunchOptionsKey`, deprecated since iOS 10.
    case localNotification
    /// The notification in `UIScene.ConnectionOptions`.
    case notificationResponse = "connectionOptions.notificationResponse"
    /// The URLs in `UIScene.ConnectionOptions`.
    case urlContexts = "connectionOptions.urlContexts"
    /// The quick action in `UIScene.ConnectionOptions`.
    case shortcutItem = "connectionOptions.shortcutItem"
    /// The user activities in `UIScene.ConnectionOptions`.
    case userActivities = "connectionOptions.userActivities"
    /// The scene's phase in the `EnvironmentValues` of SwiftUI.
    case scenePhase
  }
}

extension Receiver {
  package var output: JSONOutput {
    ["method": .string(method.rawValue), "key": .optional(key?.rawValue)]
  }
}

extension Receiver: CustomStringConvertible {
  /// The method and the key, separated by a comma.
  public var description: String {
    method.rawValue + (key.map { ", \($0.rawValue)" } ?? "")
  }
}
