package import Links

/// Clicks of one hour that are alike. No address, no user agent, no path of a referrer is kept.
package struct ClickCount: Equatable, Sendable {
  /// Also of a link of the configuration.
  package var key: LinkKey
  /// Hours since 1970-01-01T00:00:00Z.
  package var hour: Int
  /// The platform of the user agent, as statistics name it.
  package var platform: String
  /// Empty without one.
  package var referrerHost: String
  /// What the visitor was given, as statistics name it.
  package var outcome: String
  /// Whether the user agent is that of a program.
  package var isBot: Bool
  /// What else is known of the clicks.
  package var traits: ClickTraits
  /// How many clicks there were.
  package var count: Int

  package init(
    key: LinkKey, hour: Int, platform: String, referrerHost: String, outcome: String, isBot: Bool,
    traits: ClickTraits = .none, count: Int
  ) {
    self.traits = traits
    self.key = key
    self.hour = hour
    self.platform = platform
    self.referrerHost = referrerHost
    self.outcome = outcome
    self.isBot = isBot
    self.count = count
  }
}

/// A launch as an app reports it.
package struct LaunchReport: Equatable, Sendable {
  /// By which a repetition is known; nil when the app gives none.
  package var id: String?
  /// The one launch that is reported.
  package var launch: LaunchCount

  package init(id: String?, launch: LaunchCount) {
    self.id = id
    self.launch = launch
  }

  /// So many identifiers are known; older ones are forgotten before their time.
  package static let identifiersKept = 500_000
}

/// Launches of one day that are alike, as apps reported them.
package struct LaunchCount: Equatable, Sendable {
  /// The identifier of the app.
  package var app: String
  /// The name of the event, as the app reports it.
  package var event: String
  /// Empty when the app did not say.
  package var appVersion: String
  /// Empty when the app did not say.
  package var systemVersion: String
  /// Days since 1970-01-01.
  package var day: Int
  /// How many launches there were.
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
