package import Links

/// Clicks of one hour that are alike. No address, no user agent, no path of a referrer is kept.
package struct ClickCount: Equatable, Sendable {
  /// Also of a link of the configuration.
  package var key: LinkKey
  /// Hours since 1970-01-01T00:00:00Z.
  package var hour: Int
  package var platform: String
  /// Empty without one.
  package var referrerHost: String
  package var outcome: String
  package var isBot: Bool
  package var traits: ClickTraits
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
  package var app: String
  package var event: String
  /// Empty when the app did not say.
  package var appVersion: String
  /// Empty when the app did not say.
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
