// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Just enough of UIKit for the adapters and the examples to be type-checked where Apple's SDK is
// absent. `NSUserActivity` and `NSSecureCoding` belong to Foundation, whose Linux edition has no
// activities.
@_exported import Foundation
public import UserNotifications

open class NSUserActivity {
  open var activityType: String { "" }
  open var webpageURL: URL?
  open var userInfo: [AnyHashable: Any]?
}

@MainActor public protocol UIUserActivityRestoring {}
@MainActor open class UIResponder { public required init() {} }
@MainActor open class UIWindow: UIResponder {}

@MainActor open class UIApplication: UIResponder {
  public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  public struct OpenURLOptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let sourceApplication = OpenURLOptionsKey(rawValue: "source")
  }
}

@MainActor public protocol UIApplicationDelegate: AnyObject {}

extension UIApplicationDelegate {
  public static func main() {}
}

@MainActor open class UIApplicationShortcutItem {
  open var type: String { "" }
  open var userInfo: [String: any NSSecureCoding]? { nil }
}

@MainActor open class UIOpenURLContext: Hashable {
  public init() {}
  open var url: URL { URL(filePath: "/") }
  open var options: UIScene.OpenURLOptions { UIScene.OpenURLOptions() }
  nonisolated public static func == (left: UIOpenURLContext, right: UIOpenURLContext) -> Bool {
    left === right
  }
  nonisolated public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

@MainActor open class UISceneSession {}
@MainActor open class UIWindowScene: UIScene {}

@MainActor open class UIScene: UIResponder {
  @MainActor open class OpenURLOptions {
    public init() {}
    open var sourceApplication: String? { nil }
  }

  @MainActor open class ConnectionOptions {
    open var urlContexts: Set<UIOpenURLContext> { [] }
    open var notificationResponse: UNNotificationResponse? { nil }
    open var shortcutItem: UIApplicationShortcutItem? { nil }
    open var userActivities: Set<NSUserActivity> { [] }
  }
}

extension NSUserActivity: Hashable {
  public static func == (left: NSUserActivity, right: NSUserActivity) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@MainActor public protocol UISceneDelegate: AnyObject {}
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}
