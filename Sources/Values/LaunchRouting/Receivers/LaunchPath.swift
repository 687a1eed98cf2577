/// The way a launch reaches an app, as far as it determines the receiving method.
public enum LaunchPath: CaseIterable, Hashable, Sendable {
  /// A tap on the icon.
  case normal
  /// A tap on a notification created by the app itself.
  case localNotification
  /// A tap on a notification from APNs.
  case remoteNotification
  /// A notification that arrives while the app is on the screen, before it is tapped.
  case presentedNotification
  /// A URL with a custom scheme, also used by widgets.
  case url
  /// A quick action of the home screen.
  case quickAction
  /// A universal link.
  case universalLink
  /// Spotlight or a Siri shortcut.
  case userActivity
  /// A universal link opened before the app was installed: browser, App Store, then the first
  /// start.
  case universalLinkBeforeInstallation
}

extension Launch {
  /// The path that this launch takes.
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
  /// The name in the table.
  package var title: String {
    switch self {
    case .normal: "normal launch"
    case .localNotification: "local notification"
    case .remoteNotification: "remote notification"
    case .presentedNotification: "notification before it is tapped"
    case .url: "custom URL scheme, widget"
    case .quickAction: "quick action"
    case .universalLink: "universal link"
    case .userActivity: "Spotlight, Siri shortcut"
    case .universalLinkBeforeInstallation: "universal link, app absent"
    }
  }
}
