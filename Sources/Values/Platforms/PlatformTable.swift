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
