/// A behaviour of a system that answers depend on. The table records when each was introduced.
package enum PlatformFeature: CaseIterable, Hashable, Sendable {
  case universalLinks
  /// `NOT ` before a path excludes it; on older versions it is literal text.
  case notPaths
  /// `/.well-known/` is tried before the root.
  case wellKnownFolder
  /// Files of more than 128 KB are rejected.
  case fileSizeLimit
  case userNotifications
  case cameraCodes
  /// The system reads NFC tags while no app asks for them.
  case tagReading
  /// `components` and `appIDs` are read; `paths` counts only when `components` is absent.
  case components
  case scenes
  case variables
  case caseSensitive
  case percentEncoded
  case defaults
  /// Apple's CDN, rather than the device, fetches the file.
  case contentDeliveryNetwork
  case appClips
  case swiftUILifecycle
  /// A page's meta tag can show the App Clip card.
  case clipCard
  case linkTrackingProtection
  /// Wallet opens links in a browser of its own.
  case walletBrowser
  /// An app without scenes does not launch, if its SDK has this feature too.
  case requiredScenes
  case appLinks
  /// Links to unverified hosts open the browser without asking.
  case strictVerification
  /// Rules in `assetlinks.json` are applied.
  case dynamicRules
  case appLinking

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

  /// The features that affect which rule of an Apple file decides.
  static let readingRules: [PlatformFeature] = [
    .universalLinks, .notPaths, .components, .variables, .caseSensitive, .percentEncoded, .defaults,
  ]
}

extension SystemVersion {
  /// Returns whether this version of the feature's system, or of its SDK, has the feature.
  package func has(_ feature: PlatformFeature) -> Bool {
    self >= feature.introduction
  }
}
