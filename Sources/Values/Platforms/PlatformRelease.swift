/// A row of the platform table: a version of a system with its SDK and changes.
package struct PlatformRelease: Sendable {
  package let platform: Platform
  package let version: SystemVersion
  /// The release date, such as `2026-09-14`.
  package let released: String
  /// The SDK for building apps for it, such as `Xcode 27` or `API 36`.
  package let sdk: String
  /// The page of the vendor that describes the release.
  package let source: String
  /// The changes; empty when none are known that affect links, launches or notifications.
  package let changes: [PlatformChange]
}

package struct PlatformChange: Sendable {
  /// The part of Keiro's answers that the change concerns.
  package let area: Area
  /// The scope of the apps that the change affects.
  package let concerns: Concern
  /// The change as a sentence without a capital or full stop.
  package let sentence: String
  /// The document or observation on which it is based.
  package let source: String
  /// Whether a document from the system's vendor confirms it.
  package let isConfirmed: Bool
  /// The features that answers depend on; empty when no answer depends on the change.
  package let features: [PlatformFeature]

  package enum Area: String, CaseIterable, Sendable {
    case links, launches, notifications
  }

  package enum Concern: String, CaseIterable, Sendable {
    /// The change affects every app on the system.
    case system
    /// The change affects apps built with the system's SDK or, on Android, targeting its API.
    case sdk
  }

  init(
    _ area: Area, _ sentence: String, _ source: String, concerns: Concern = .system,
    isConfirmed: Bool = true, _ features: PlatformFeature...
  ) {
    self.area = area
    self.concerns = concerns
    self.sentence = sentence
    self.source = source
    self.isConfirmed = isConfirmed
    self.features = features
  }
}

/// How systems handle links, launches and notifications, and since which version. Every answer that
/// depends on a version uses this table; a new version requires a row here, and its features take
/// effect where they are queried.
package enum PlatformTable {
  /// The date when the rows were last checked against the sources.
  package static let checked = "2026-11-29"

  /// All releases, grouped by system and oldest first.
  package static let releases = apple + android + harmonyOS
}

/// The query items that Apple's systems remove from links to prevent tracking of individuals.
///
/// Apple does not publish them; these are the items that tests of iOS 17 and later agree on.
/// Campaign parameters such as `utm_source` are left alone. Sources: Apple, WWDC23 session 10053;
/// PrivacyTests.org, tracking query parameters; Word to the Wise, "iOS17 filtering click tracking
/// links".
package enum LinkTrackingProtection {
  package static let parameters = ["dclid", "fbclid", "gclid", "mc_eid", "msclkid", "twclid"]
}
