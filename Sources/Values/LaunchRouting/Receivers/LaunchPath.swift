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
