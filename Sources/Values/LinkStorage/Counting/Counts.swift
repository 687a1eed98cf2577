package import Links

/// Equal clicks of one hour. No address, user agent or referrer path is kept.
package struct ClickCount: Equatable, Sendable {
  /// The link, which may be a configured one.
  package var key: LinkKey
  package var kind: ClickKind
  package var count: Int

  package init(key: LinkKey, kind: ClickKind, count: Int) {
    self.key = key
    self.kind = kind
    self.count = count
  }

  package init(
    key: LinkKey, hour: Int, platform: String, referrerHost: String, outcome: String, isBot: Bool,
    traits: ClickTraits = .none, count: Int
  ) {
    self.init(
      key: key,
      kind: ClickKind(
        hour: hour, platform: platform, referrerHost: referrerHost, outcome: outcome, isBot: isBot,
        traits: traits), count: count)
  }
}

/// One launch as reported by an app.
package struct CountedLaunch: Equatable, Sendable {
  /// Identifies a repeated report; nil when the app sends no identifier.
  package var id: String?
  package var launch: LaunchCount

  package init(id: String?, launch: LaunchCount) {
    self.id = id
    self.launch = launch
  }

  /// The number of identifiers kept; beyond it the oldest are forgotten early.
  package static let identifiersKept = 500_000
}

/// Equal launches of one day, as reported by apps.
package struct LaunchCount: Hashable, Sendable {
  package var app: String
  package var event: String
  /// The version of the app; empty when it was not reported.
  package var appVersion: String
  /// The version of the system; empty when it was not reported.
  package var systemVersion: String
  /// Days since 1970-01-01.
  package var day: Int
  package var count: Int

  package init(
    app: String, event: String, appVersion: String, systemVersion: String, day: Int, count: Int
  ) {
    self.app = app
    self.event = event
    self.appVersion = appVersion
    self.systemVersion = systemVersion
    self.day = day
    self.count = count
  }
}
