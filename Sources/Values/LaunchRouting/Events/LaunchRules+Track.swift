import JSONSyntax

/// The analytics event of a launch and any problems found.
public struct LaunchTracking: Hashable, Sendable {
  /// The event; nil for a URL with an unlisted scheme or when a field is missing.
  public let event: LaunchEvent?
  /// The problems; empty unless a field is missing or invalid.
  public let problems: [LaunchProblem]
}

extension LaunchRules {
  /// Determines the analytics event of a launch. Every launch has a result.
  public func track(_ launch: Launch) -> LaunchTracking {
    do throws(LaunchProblem) {
      return LaunchTracking(event: try event(of: launch), problems: [])
    } catch {
      return LaunchTracking(event: nil, problems: [error])
    }
  }

  private func event(of launch: Launch) throws(LaunchProblem) -> LaunchEvent? {
    switch launch {
    case .normal: .normal
    case .notification(let notification):
      switch notification.trigger {
      case .push: .remoteNotification(identifier: notification.identifier)
      case .other: .localNotification(identifier: notification.identifier)
      }
    case .userActivity(let activity): try event(of: activity)
    case .openURL(let opened): try event(of: opened)
    case .shortcutItem(let item): .homeScreen(type: item.type)
    }
  }

  private func event(
    of activity: Launch.UserActivity
  ) throws(LaunchProblem) -> LaunchEvent {
    switch activity.activityType {
    case ActivityType.browsingWeb:
      guard let url = activity.webpageURL else {
        throw .missing("webpageURL", of: activity.activityType)
      }
      guard AppURL(url)?.isWeb == true else { throw .noWebURL("webpageURL", url) }
      return .deepLink(url: url)
    case ActivityType.spotlightItem:
      return .spotlightResult(identifier: try text(ActivityType.spotlightItemKey, of: activity))
    case ActivityType.spotlightQuery:
      return .spotlightQuery(try text(ActivityType.spotlightQueryKey, of: activity))
    case let type where siriActivityTypes.contains(type):
      return .intent(word: try text(ActivityType.intentWordKey, of: activity))
    case let type where handoffActivityTypes.contains(type):
      guard let url = activity.webpageURL else { return .handoff(type: type) }
      guard AppURL(url)?.isWeb == true else { throw .noWebURL("webpageURL", url) }
      return .deepLink(url: url)
    case let type:
      let nearest = nearestName(to: type, among: siriActivityTypes + handoffActivityTypes)
      throw .unknownActivity(type, nearest: nearest)
    }
  }

  private func text(
    _ key: String, of activity: Launch.UserActivity
  ) throws(LaunchProblem) -> String {
    let field = "userInfo.\(key)"
    switch activity.userInfo[key] {
    case .text(let text) where !text.isEmpty: return text
    case nil: throw .missing(field, of: activity.activityType)
    default: throw .noText(field)
    }
  }

  private func event(of opened: Launch.OpenedURL) throws(LaunchProblem) -> LaunchEvent? {
    guard let url = AppURL(opened.url) else { throw .noURL("url", opened.url) }
    if Self.lists(widgetSchemes, url.scheme) {
      guard let identifier = url.lastPathComponent else { throw .noWidgetIdentifier(opened.url) }
      return .widget(identifier: identifier)
    }
    return Self.lists(linkSchemes, url.scheme) ? .deepLink(url: opened.url) : nil
  }

  /// Whether a list contains a scheme; schemes are case-insensitive (RFC 3986, section 3.1).
  static func lists(_ schemes: [String], _ scheme: String) -> Bool {
    schemes.contains { $0.lowercased() == scheme }
  }
}
