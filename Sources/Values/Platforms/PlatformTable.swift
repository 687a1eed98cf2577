/// How systems handle links, launches and notifications, and since which version. Every answer that
/// depends on a version uses this table; a new version requires a row here, and its features take
/// effect where they are queried.
package enum PlatformTable {
  /// The date when the rows were last checked against the sources.
  package static let checked = "2026-11-23"

  /// All releases, grouped by system and oldest first.
  package static let releases = apple + android + harmonyOS

  static func newest(of platform: Platform) -> SystemVersion {
    releases.last { $0.platform == platform }?.version ?? SystemVersion(0)
  }
}

/// The query items that Apple's systems remove from links to prevent tracking of individuals.
///
/// Apple does not publish them; these are the items that tests of iOS 17 and later agree on.
/// Campaign parameters such as `utm_source` are left alone. Sources: Apple, WWDC23 session 10053;
/// PrivacyTests.org, tracking query parameters; Word to the Wise, "iOS17 filtering click tracking
/// links".
package enum LinkTrackingProtection {
  /// The names of the parameters that are removed.
  package static let parameters = ["dclid", "fbclid", "gclid", "mc_eid", "msclkid", "twclid"]
}
