/// What systems do with links, launches and notifications, and since when. Every answer that depends
/// on a version asks this table; a new version is a row here, and the meaning of its features where
/// they are asked for.
package enum PlatformTable {
  /// The day on which the sources were last compared with the rows.
  package static let checked = "2026-11-23"

  /// System by system, oldest first.
  package static let releases = apple + android + harmonyOS

  static func newest(of platform: Platform) -> SystemVersion {
    releases.last { $0.platform == platform }?.version ?? SystemVersion(0)
  }
}
