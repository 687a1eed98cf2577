package import JSONSyntax

/// The analytics event of a launch.
public enum LaunchEvent: Hashable, Sendable {
  /// The app was opened without a link or a notification.
  case normal
  /// A tap on a notification created by the app itself.
  case localNotification(identifier: String)
  /// A tap on a notification from APNs.
  case remoteNotification(identifier: String)
  /// A universal link, or a URL with one of the rules' link schemes.
  case deepLink(url: String)
  /// A Siri shortcut.
  case intent(word: String)
  /// A tap on a Spotlight result.
  case spotlightResult(identifier: String)
  /// A "Search in App" from Spotlight.
  case spotlightQuery(String)
  /// A tap on a widget.
  case widget(identifier: String)
  /// A quick action on the home screen.
  case homeScreen(type: String)
  /// An activity without a web page, continued from another device.
  case handoff(type: String)
}

extension LaunchEvent {
  /// The event's name, and its payload with the name used in JSON.
  package var parts: (kind: String, payload: (name: String, value: String)?) {
    switch self {
    case .normal: ("normal", nil)
    case .localNotification(let identifier): ("localNotification", ("identifier", identifier))
    case .remoteNotification(let identifier): ("remoteNotification", ("identifier", identifier))
    case .deepLink(let url): ("deepLink", ("url", url))
    case .intent(let word): ("intent", ("word", word))
    case .spotlightResult(let identifier): ("spotlight", ("resultIdentifier", identifier))
    case .spotlightQuery(let query): ("spotlight", ("query", query))
    case .widget(let identifier): ("widget", ("identifier", identifier))
    case .homeScreen(let type): ("homeScreen", ("type", type))
    case .handoff(let type): ("handoff", ("type", type))
    }
  }

  /// The kinds of all events, as reports and statistics name them.
  package static let kinds = [
    "normal", "localNotification", "remoteNotification", "deepLink", "intent", "spotlight",
    "widget", "homeScreen", "handoff",
  ]

  package var output: JSONOutput {
    let (kind, payload) = parts
    let member = payload.map { JSONOutput.Member($0.name, .string($0.value)) }
    return .object([.init("kind", .string(kind))] + (member.map { [$0] } ?? []))
  }
}

extension LaunchEvent: CustomStringConvertible {
  /// The event in readable form, such as `deepLink(url: https://www.example.com/)`.
  public var description: String {
    let (kind, payload) = parts
    return kind + (payload.map { "(\($0.name): \($0.value))" } ?? "")
  }
}
