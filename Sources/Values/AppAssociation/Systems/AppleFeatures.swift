import Platforms

/// The features of association files that a version of iOS supports, looked up once for all rules.
struct AppleFeatures: Hashable, Sendable {
  let hasUniversalLinks: Bool
  /// `NOT ` in front of a path; on older versions it is literal text.
  let knowsNot: Bool
  /// Files of more than 128 KB are rejected.
  let limitsSize: Bool
  /// `components` and `appIDs`; `paths` counts only where `components` is absent.
  let knowsComponents: Bool
  let knowsVariables: Bool
  let knowsCaseSensitive: Bool
  let knowsPercentEncoded: Bool
  let knowsDefaults: Bool
  /// Apple's network fetches the file instead of the device.
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

  /// Those of the newest iOS that is known.
  static let newest = AppleFeatures(system: .newestIOS)
}
