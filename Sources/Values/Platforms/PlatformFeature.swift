/// A behaviour of a system that answers depend on. The table says since when there is which.
package enum PlatformFeature: CaseIterable, Hashable, Sendable {
  case universalLinks
  /// `NOT ` in front of a path; on older versions it is literal text.
  case notPaths
  /// `/.well-known/` is asked before the root.
  case wellKnownFolder
  /// Files of more than 128 KB are rejected.
  case fileSizeLimit
  case userNotifications
  /// The camera reads QR codes.
  case cameraCodes
  /// `components` and `appIDs`; `paths` counts only where `components` is absent.
  case components
  case scenes
  case variables
  case caseSensitive
  case percentEncoded
  case defaults
  /// Apple's network fetches the file instead of the device.
  case contentDeliveryNetwork
  case appClips
  case swiftUILifecycle
  /// The App Clip card of a page's meta tag.
  case clipCard
  case linkTrackingProtection
  /// An app without scenes does not launch, if its SDK has the feature too.
  case requiredScenes
  case appLinks
  /// Links to hosts that are not verified open the browser, without asking.
  case strictVerification
  /// Rules in `assetlinks.json`.
  case dynamicRules
  case appLinking

  /// The first version that has it.
  package var introduction: SystemVersion {
    Self.introductions[self] ?? SystemVersion(Int.max)
  }

  private static let introductions: [PlatformFeature: SystemVersion] = {
    var found: [PlatformFeature: SystemVersion] = [:]
    for release in PlatformTable.releases {
      for change in release.changes {
        for feature in change.features where found[feature] == nil {
          found[feature] = release.version
        }
      }
    }
    return found
  }()

  /// Those that change which rule of an Apple file decides.
  static let readingRules: [PlatformFeature] = [
    .universalLinks, .notPaths, .components, .variables, .caseSensitive, .percentEncoded, .defaults,
  ]
}

extension SystemVersion {
  /// Whether this version of the feature's own system, or an SDK of that version, has the feature.
  package func has(_ feature: PlatformFeature) -> Bool {
    self >= feature.introduction
  }
}
