/// One way into an app, as a value that a test can build and compare.
///
/// UIKit's own types for these have no public initialisers where it matters, such as
/// `UNPushNotificationTrigger`, so decisions about them could only be tested by hand.
public enum Launch: Hashable, Sendable {
  /// A tap on the app's icon, or anything else that names no place in the app.
  case normal
  /// A tap on a notification.
  case notification(Notification)
  /// A universal link, a Spotlight result or query, or a Siri shortcut.
  case userActivity(UserActivity)
  /// A URL with a custom scheme, from another app or from a widget.
  case openURL(OpenedURL)
  /// A quick action of the home screen.
  case shortcutItem(ShortcutItem)

  /// A notification that was tapped.
  public struct Notification: Hashable, Sendable {
    /// The identifier of its request.
    public var identifier: String
    /// What made it appear.
    public var trigger: Trigger
    /// What its sender put into it.
    public var userInfo: [String: UserInfoValue]

    /// A notification with everything that decisions look at.
    public init(
      identifier: String, trigger: Trigger, userInfo: [String: UserInfoValue] = [:]
    ) {
      self.identifier = identifier
      self.trigger = trigger
      self.userInfo = userInfo
    }
  }

  /// What made a notification appear.
  public enum Trigger: Hashable, Sendable {
    /// A server, through APNs.
    case push
    /// The app itself: a time, a date, a place, or at once.
    case other
  }

  /// Something the user was doing elsewhere and goes on with in the app.
  public struct UserActivity: Hashable, Sendable {
    /// `NSUserActivity.activityType`.
    public var activityType: String
    /// The page, for activities that have one; nil for the others.
    public var webpageURL: String?
    /// What the activity was given on its way.
    public var userInfo: [String: UserInfoValue]

    /// An activity with everything that decisions look at.
    public init(
      activityType: String, webpageURL: String? = nil, userInfo: [String: UserInfoValue] = [:]
    ) {
      self.activityType = activityType
      self.webpageURL = webpageURL
      self.userInfo = userInfo
    }
  }

  /// A URL that the app was asked to open.
  public struct OpenedURL: Hashable, Sendable {
    /// As it was written.
    public var url: String
    /// The bundle identifier of the app that asked, where the system tells.
    public var sourceApplication: String?

    /// A URL and who asked for it.
    public init(url: String, sourceApplication: String? = nil) {
      self.url = url
      self.sourceApplication = sourceApplication
    }
  }

  /// A quick action that was chosen.
  public struct ShortcutItem: Hashable, Sendable {
    /// `UIApplicationShortcutItem.type`.
    public var type: String
    /// What the action was given when it was registered.
    public var userInfo: [String: UserInfoValue]

    /// A quick action with everything that decisions look at.
    public init(type: String, userInfo: [String: UserInfoValue] = [:]) {
      self.type = type
      self.userInfo = userInfo
    }
  }
}

extension Launch {
  /// A URL handed to `onOpenURL(perform:)`, where SwiftUI delivers universal links and custom
  /// schemes alike: http and https make it a universal link.
  public static func opened(url: String) -> Launch {
    switch AppURL(url)?.scheme {
    case "http", "https":
      .userActivity(UserActivity(activityType: ActivityType.browsingWeb, webpageURL: url))
    default: .openURL(OpenedURL(url: url))
    }
  }
}
