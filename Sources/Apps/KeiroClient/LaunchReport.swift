public import Foundation
public import LaunchRouting

/// A launch that is to be counted.
public struct LaunchReport: Hashable, Sendable, Codable {
  /// By which a repetition is known: the same report is sent again and counts once.
  public let id: String
  /// The name of the app in Keiro's configuration.
  public let app: String
  /// RFC 3339, in UTC.
  public let at: String
  /// The version of the app; nil when it is not said.
  public let appVersion: String?
  /// The kind of the event.
  public let event: String?
  private let launch: Path

  /// The way of the launch. URLs, identifiers and what notifications hold stay in the app.
  private struct Path: Hashable, Sendable, Codable {
    var kind: String
    var ios: String?
    var url: String?
    var activityType: String?
    var identifier: String?
    var type: String?
  }

  /// - Parameters:
  ///   - launch: The launch.
  ///   - event: What `LaunchRules.track(_:)` makes of it.
  ///   - app: The name of the app in Keiro's configuration.
  ///   - version: The version of the app.
  ///   - system: The version of the system, as in `17.0`.
  ///   - date: When it was.
  ///   - id: A new one each time, unless a caller has one of its own.
  public init(
    _ launch: Launch, event: LaunchEvent?, app: String, version: String? = nil,
    system: String? = nil, at date: Date, id: String = UUID().uuidString
  ) {
    self.id = id
    self.app = app
    appVersion = version
    self.event = event?.reportedKind
    at = Self.text(date)
    var path = Path(kind: "normal", ios: system)
    switch launch {
    case .normal: break
    case .notification(let notification):
      path.kind = notification.trigger == .push ? "remoteNotification" : "localNotification"
      path.identifier = "-"
    case .userActivity(let activity):
      path.kind = "userActivity"
      path.activityType = activity.activityType
    case .openURL(let opened):
      path.kind = "openURL"
      path.url = opened.url.prefix { $0 != ":" } + ":"
    case .shortcutItem(let item):
      path.kind = "shortcutItem"
      path.type = item.type
    }
    self.launch = path
  }

  private static func text(_ date: Date) -> String {
    let formatter = ISO8601DateFormatter()
    return formatter.string(from: date)
  }
}

extension LaunchEvent {
  /// The event without what it is about.
  fileprivate var reportedKind: String {
    switch self {
    case .normal: "normal"
    case .localNotification: "localNotification"
    case .remoteNotification: "remoteNotification"
    case .deepLink: "deepLink"
    case .intent: "intent"
    case .spotlightResult, .spotlightQuery: "spotlight"
    case .widget: "widget"
    case .homeScreen: "homeScreen"
    }
  }
}
