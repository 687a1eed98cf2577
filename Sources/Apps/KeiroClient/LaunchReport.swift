public import Foundation
public import LaunchRouting

/// A launch to be counted.
public struct LaunchReport: Hashable, Sendable, Codable {
  /// The identifier that makes repeating a report safe: the same report sent again counts once.
  public let id: String
  /// The name of the app in Keiro's configuration.
  public let app: String
  /// The time of the launch in RFC 3339, in UTC.
  public let at: String
  /// The version of the app; nil when it is not given.
  public let appVersion: String?
  /// The kind of the event.
  public let event: String?
  private let launch: Path

  /// The way of the launch. URLs, identifiers and the contents of notifications stay in the app.
  private struct Path: Hashable, Sendable, Codable {
    var kind: String
    var ios: String?
    var url: String?
    var activityType: String?
    var identifier: String?
    var type: String?
  }

  /// - Parameters:
  ///   - launch: the launch.
  ///   - event: the result of `LaunchRules.track(_:)`.
  ///   - app: the name of the app in Keiro's configuration.
  ///   - version: the version of the app.
  ///   - system: the version of the system, as in `17.0`.
  ///   - date: the time of the launch.
  ///   - id: the identifier; a new one unless the caller has its own.
  public init(
    _ launch: Launch, event: LaunchEvent?, app: String, version: String? = nil,
    system: String? = nil, at date: Date, id: String = UUID().uuidString
  ) {
    self.id = id
    self.app = app
    appVersion = version
    self.event = event?.parts.kind
    at = ISO8601DateFormatter().string(from: date)
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
}
