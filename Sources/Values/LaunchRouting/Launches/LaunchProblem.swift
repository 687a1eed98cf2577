/// A problem with a launch or the rules applied to it. A launch with problems still has a result.
public struct LaunchProblem: Error, Hashable, Sendable {
  /// The field concerned, such as `userInfo.url`; empty for the whole launch.
  public let field: String
  /// The problem as a sentence without a capital or full stop.
  public let message: String

  init(_ field: String, _ message: String) {
    self.field = field
    self.message = message
  }
}

extension LaunchProblem: CustomStringConvertible {
  /// The field and message on one line.
  public var description: String {
    field.isEmpty ? message : "\(field): \(message)"
  }
}

/// All messages from tracking and deciding; messages from reading come from the decoder.
extension LaunchProblem {
  static func missing(_ field: String, of activityType: String) -> LaunchProblem {
    LaunchProblem(field, "is missing: an activity of type '\(activityType)' requires it")
  }

  static func noText(_ field: String) -> LaunchProblem {
    LaunchProblem(field, "expected a non-empty string")
  }

  static func noWebURL(_ field: String, _ url: String) -> LaunchProblem {
    LaunchProblem(field, "'\(url)' is not a web page: expected an http or https URL with a host")
  }

  static func noURL(_ field: String, _ url: String) -> LaunchProblem {
    LaunchProblem(field, "'\(url)' is not a URL: expected a scheme followed by a path or a host")
  }

  static func noWidgetIdentifier(_ url: String) -> LaunchProblem {
    LaunchProblem(
      "url",
      "'\(url)' does not identify a widget: expected its identifier as the last path component")
  }

  static func unknownActivity(_ type: String, nearest: String?) -> LaunchProblem {
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return LaunchProblem(
      "activityType",
      "'\(type)' is not one of the app's activities: expected \(ActivityType.browsingWeb), "
        + "\(ActivityType.spotlightItem), \(ActivityType.spotlightQuery) or one of "
        + "launch.siriActivityTypes or launch.handoffActivityTypes" + hint)
  }

  static func unknownShortcut(_ type: String, nearest: String?) -> LaunchProblem {
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return LaunchProblem("type", "'\(type)' is not a key of launch.shortcuts" + hint)
  }

  /// The notification has a link under Keiro's own key, but the rules read another key or none.
  static func unreadLink(at key: String) -> LaunchProblem {
    LaunchProblem(
      "userInfo.\(key)", "is not read: expected '\(key)' as launch.notificationURLKey")
  }

  static func foreignScheme(_ field: String, _ url: String) -> LaunchProblem {
    LaunchProblem(
      field, "'\(url)' is not a deep link: expected http, https or one of launch.linkSchemes")
  }
}
