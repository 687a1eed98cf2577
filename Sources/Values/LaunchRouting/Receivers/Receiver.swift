package import JSONSyntax

/// The method that receives a launch, and the place of the launch in its arguments.
public struct Receiver: Hashable, Sendable {
  /// The method.
  public let method: Method
  /// Nil when the launch is itself an argument of the method.
  public let key: Key?

  init(_ method: Method, _ key: Key? = nil) {
    self.method = method
    self.key = key
  }

  /// The methods of UIKit, UserNotifications and SwiftUI that receive launches.
  public enum Method: String, CaseIterable, Hashable, Sendable {
    /// `UIApplicationDelegate`, at a cold start.
    case didFinishLaunching = "application(_:didFinishLaunchingWithOptions:)"
    /// `UIApplicationDelegate`.
    case applicationOpen = "application(_:open:options:)"
    /// `UIApplicationDelegate`.
    case applicationContinue = "application(_:continue:restorationHandler:)"
    /// `UIApplicationDelegate`.
    case applicationPerformAction = "application(_:performActionFor:completionHandler:)"
    /// `UIApplicationDelegate`, until iOS 9.
    case didReceiveRemoteNotification =
      "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
    /// `UIApplicationDelegate`, until iOS 9.
    case didReceiveLocalNotification = "application(_:didReceive:)"
    /// `UIApplicationDelegate`, when the app returns to the foreground without a destination.
    case applicationWillEnterForeground = "applicationWillEnterForeground(_:)"
    /// `UIApplicationDelegate`, when the app is already on the screen.
    case applicationDidBecomeActive = "applicationDidBecomeActive(_:)"
    /// `UNUserNotificationCenterDelegate`, from iOS 10.
    case didReceiveResponse = "userNotificationCenter(_:didReceive:withCompletionHandler:)"
    /// `UNUserNotificationCenterDelegate`, from iOS 10.
    case willPresent = "userNotificationCenter(_:willPresent:withCompletionHandler:)"
    /// `UIWindowSceneDelegate`, at a cold start.
    case sceneWillConnect = "scene(_:willConnectTo:options:)"
    /// `UIWindowSceneDelegate`.
    case sceneOpenURLContexts = "scene(_:openURLContexts:)"
    /// `UIWindowSceneDelegate`.
    case sceneContinue = "scene(_:continue:)"
    /// `UIWindowSceneDelegate`.
    case windowScenePerformAction = "windowScene(_:performActionFor:completionHandler:)"
    /// `UIWindowSceneDelegate`, when the app returns to the foreground without a destination.
    case sceneWillEnterForeground = "sceneWillEnterForeground(_:)"
    /// `UIWindowSceneDelegate`, when the app is already on the screen.
    case sceneDidBecomeActive = "sceneDidBecomeActive(_:)"
    /// SwiftUI: custom schemes and universal links.
    case onOpenURL = "onOpenURL(perform:)"
    /// SwiftUI.
    case onContinueUserActivity = "onContinueUserActivity(_:perform:)"
    /// SwiftUI: a change of the scene's phase.
    case onChange = "onChange(of:initial:_:)"
  }

  /// The place of a launch in a method's arguments.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    /// `UIApplication.LaunchOptionsKey`.
    case remoteNotification
    /// `UIScene.ConnectionOptions`.
    case notificationResponse = "connectionOptions.notificationResponse"
    /// `UIScene.ConnectionOptions`.
    case urlContexts = "connectionOptions.urlContexts"
    /// `UIScene.ConnectionOptions`.
    case shortcutItem = "connectionOptions.shortcutItem"
    /// `UIScene.ConnectionOptions`.
    case userActivities = "connectionOptions.userActivities"
    /// `EnvironmentValues` of SwiftUI.
    case scenePhase
  }
}

extension Receiver {
  /// The JSON form.
  package var output: JSONOutput {
    .object([
      .init("method", .string(method.rawValue)), .init("key", .optional(key?.rawValue)),
    ])
  }
}

extension Receiver: CustomStringConvertible {
  /// The method and the key, separated by a comma.
  public var description: String {
    method.rawValue + (key.map { ", \($0.rawValue)" } ?? "")
  }
}
