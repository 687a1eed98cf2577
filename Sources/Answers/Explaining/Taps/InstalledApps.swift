package import SiteModel

/// Which apps are on the device, where one has become another.
package enum InstalledApps: String, CaseIterable, Sendable {
  /// Only those that have become another one.
  case old
  /// Only those that have not.
  case new
  case both
  case none

  /// - Parameter app: nil for one that the configuration does not name.
  package func holds(_ app: AppDefinition?) -> Bool {
    switch self {
    case .both: true
    case .none: false
    case .old: app?.successor != nil
    case .new: app?.successor == nil
    }
  }
}
