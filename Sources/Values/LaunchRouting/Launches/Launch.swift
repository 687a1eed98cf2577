/// One launch of an app, as a value that tests can create and compare.
///
/// Some UIKit types, such as `UNPushNotificationTrigger`, have no public initialisers, so decisions
/// based on them could only be tested by hand.
public enum Launch: Hashable, Sendable {
  /// A tap on the app's icon, or any other launch without a destination in the app.
  case normal
  /// A tap on a notification.
  case notification(Notification)
  /// A universal link, a Spotlight result or query, or a Siri shortcut.
  case userActivity(UserActivity)
  /// A URL with a custom scheme, from another app or from a widget.
  case openURL(OpenedURL)
  /// A quick action on the home screen.
  case shortcutItem(ShortcutItem)

  /// A notification that the user tapped.
  public struct Notification: Hashable, Sendable {
    /// The identifier of its request.
    public var identifier: String
    /// The source of the notification.
    public var trigger: Trigger
    /// Custom data from the sender.
    public var userInfo: [String: UserInfoValue]

    /// Creates a notification with all parts that decisions use.
    public init(
      identifier: String, trigger: Trigger, userInfo: [String: UserInfoValue] = [:]
    ) {
      self.identifier = identifier
      self.trigger = trigger
      self.userInfo = userInfo
    }
  }

  /// The source of a notification.
  public enum Trigger: Hashable, Sendable {
    /// A push from a server, through APNs.
    case push
    /// The app itself, triggered by time, date or location, or immediately.
    case other
  }

  /// An activity started elsewhere that the user continues in the app.
  public struct UserActivity: Hashable, Sendable {
    /// `NSUserActivity.activityType`.
    public var activityType: String
    /// The web page of the activity; nil when there is none.
    public var webpageURL: String?
    /// Custom data of the activity.
    public var userInfo: [String: UserInfoValue]

    /// Creates an activity with all parts that decisions use.
    public init(
      activityType: String, webpageURL: String? = nil, userInfo: [String: UserInfoValue] = [:]
    ) {
      self.activityType = activityType
      self.webpageURL = webpageURL
      self.userInfo = userInfo
    }
  }

  /// A URL that the app is asked to open.
  public struct OpenedURL: Hashable, Sendable {
    /// The URL as written.
    public var url: String
    /// The bundle identifier of the requesting app; nil when the system does not provide it.
    public var sourceApplication: String?

    /// Creates a value from a URL and the requesting app.
    public init(url: String, sourceApplication: String? = nil) {
      self.url = url
      self.sourceApplication = sourceApplication
    }
  }

  /// A quick action that the user selected.
  public struct ShortcutItem: Hashable, Sendable {
    /// `UIApplicationShortcutItem.type`.
    public var type: String
    /// Custom data from the registration of the action.
    public var userInfo: [String: UserInfoValue]

    /// Creates a quick action with all parts that decisions use.
    public init(type: String, userInfo: [String: UserInfoValue] = [:]) {
      self.type = type
      self.userInfo = userInfo
    }
  }
}

extension Launch {
  /// Creates a launch for a URL from `onOpenURL(perform:)`, which SwiftUI calls for both universal
  /// links and custom schemes: an http or https URL is a universal link.
  public static func opened(url: String) -> Launch {
    switch AppURL(url)?.scheme {
    case "http", "https":
      .userActivity(UserActivity(activityType: ActivityType.browsingWeb, webpageURL: url))
    default: .openURL(OpenedURL(url: url))
    }
  }
}

/// The user activity types and keys that Apple defines.
///
/// Foundation and Core Spotlight have constants for them, but not on Linux; the values are part of
/// Apple's public interfaces and do not change.
public enum ActivityType {
  /// `NSUserActivityTypeBrowsingWeb`: a universal link.
  public static let browsingWeb = "NSUserActivityTypeBrowsingWeb"
  /// `CSSearchableItemActionType`: a tap on a Spotlight result.
  public static let spotlightItem = "com.apple.corespotlightitem"
  /// `CSQueryContinuationActionType`: "Search in App" from Spotlight.
  public static let spotlightQuery = "com.apple.corespotlightquery"

  /// `CSSearchableItemActivityIdentifier`: the identifier of the tapped item.
  public static let spotlightItemKey = "kCSSearchableItemActivityIdentifier"
  /// `CSSearchQueryString`: the search text.
  public static let spotlightQueryKey = "kCSSearchQueryString"
  /// The `userInfo` key of the word with which a Siri shortcut was donated.
  public static let intentWordKey = "word"
}

/// A value in a `userInfo` dictionary, simplified to the distinctions that decisions make.
public indirect enum UserInfoValue: Hashable, Sendable {
  /// A string.
  case text(String)
  /// A dictionary with string keys.
  case dictionary([String: UserInfoValue])
  /// A number, a date, an array, or any other property-list value.
  case other
}

extension [String: UserInfoValue] {
  /// Returns the value of a key. If the key is absent, it is treated as a dotted path such as
  /// `communication.url`. Nil when that does not exist either.
  public func value(at key: String) -> UserInfoValue? {
    if let value = self[key] { return value }
    guard let dot = key.firstIndex(of: "."),
      case .dictionary(let inner)? = self[String(key[..<dot])]
    else { return nil }
    return inner.value(at: String(key[key.index(after: dot)...]))
  }
}
