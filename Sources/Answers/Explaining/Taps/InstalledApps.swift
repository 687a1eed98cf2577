package import SiteModel

/// The installed apps, when one app has succeeded another.
package enum InstalledApps: String, CaseIterable, Sendable {
  /// Only apps that have a successor.
  case old
  /// Only apps without a successor.
  case new
  case both
  case none

  /// - Parameter app: nil for an app that the configuration does not name.
  package func holds(_ app: AppDefinition?) -> Bool {
    switch self {
    case .both: true
    case .none: false
    case .old: app?.successor != nil
    case .new: app?.successor == nil
    }
  }
}
