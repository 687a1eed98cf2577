import Platforms

/// The features of association files that a version of iOS supports, looked up once for all rules.
package struct AppleFeatures: Hashable, Sendable {
  let hasUniversalLinks: Bool
  /// Whether `NOT ` before a path excludes it; on older versions it is literal text.
  let knowsNot: Bool
  /// Whether files of more than 128 KB are rejected.
  let limitsSize: Bool
  /// Whether `components` and `appIDs` are read; `paths` counts only when `components` is absent.
  let knowsComponents: Bool
  let knowsVariables: Bool
  let knowsCaseSensitive: Bool
  let knowsPercentEncoded: Bool
  let knowsDefaults: Bool
  /// Whether Apple's CDN, rather than the device, fetches the file.
  let usesContentDeliveryNetwork: Bool

  init(system: SystemVersion) {
    hasUniversalLinks = system.has(.universalLinks)
    knowsNot = system.has(.notPaths)
    limitsSize = system.has(.fileSizeLimit)
    knowsComponents = system.has(.components)
    knowsVariables = system.has(.variables)
    knowsCaseSensitive = system.has(.caseSensitive)
    knowsPercentEncoded = system.has(.percentEncoded)
    knowsDefaults = system.has(.defaults)
    usesContentDeliveryNetwork = system.has(.contentDeliveryNetwork)
  }

  /// The features of the newest known iOS.
  package static let newest = AppleFeatures(system: .newestIOS)
}
