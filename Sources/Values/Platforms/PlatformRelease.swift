/// A row of the table of platforms: a version of a system with its SDK, and what it changed.
package struct PlatformRelease: Sendable {
  package let platform: Platform
  package let version: SystemVersion
  /// The day of its release, as in `2026-09-14`.
  package let released: String
  /// What apps for it are built with, as in `Xcode 27` or `API 36`.
  package let sdk: String
  /// Empty where nothing that matters to links, launches and notifications is known to have changed.
  package let changes: [PlatformChange]
}

/// What a release changed.
package struct PlatformChange: Sendable {
  package let area: Area
  /// What decides whether an app sees the change.
  package let concerns: Concern
  /// One sentence without capital and full stop.
  package let sentence: String
  /// The document or the observation that says so.
  package let source: String
  /// False where no document of the system's maker says so.
  package let isConfirmed: Bool
  /// The behaviours of which answers are made; empty for a change that no answer depends on.
  package let features: [PlatformFeature]

  package enum Area: String, CaseIterable, Sendable {
    case links, launches, notifications
  }

  package enum Concern: String, CaseIterable, Sendable {
    /// Every app on the system.
    case system
    /// Apps on the system that are built with its SDK, or for Android target its API.
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
