package import WebSyntax

/// The restrictions on long links. Anyone can write one on a host that visitors trust, so it may only
/// say what the host's operator could have said.
package struct LongLinkBounds: Sendable {
  /// The hosts that a long link may lead to.
  package let hosts: [HostPattern]
  /// The identifiers of the operator's own apps.
  private let apps: Apps
  /// Whether the caller may set the text and image of the preview.
  private let admitsSocial: Bool

  /// The app identifiers that a long link may name.
  package struct Apps: Sendable {
    /// The application IDs on Android.
    package var packageNames: Set<String> = []
    /// The bundle identifiers on Apple's platforms.
    package var bundleIDs: Set<String> = []
    /// The digits of the App Store IDs.
    package var appStoreIDs: Set<String> = []
    /// The URL schemes, in lower case.
    package var customSchemes: Set<String> = []

    package init() {}
  }

  package init(hosts: [HostPattern], apps: Apps, admitsSocial: Bool) {
    self.hosts = hosts
    self.apps = apps
    self.admitsSocial = admitsSocial
  }

  /// Why the value of a field is ignored, as the end of a sentence; nil for an allowed value.
  ///
  /// - Parameter path: the path of the field, such as `apple.appStoreID`.
  func fault(of value: String, at path: String) -> String? {
    switch path {
    case "android.packageName":
      apps.packageNames.contains(value) ? nil : "no app of the configuration has this package"
    case "apple.bundleID", "apple.ipadBundleID":
      apps.bundleIDs.contains(value) ? nil : "no app of the configuration has this bundle ID"
    case "apple.appStoreID":
      apps.appStoreIDs.contains(value) ? nil : "no app of the configuration has this number"
    case "apple.customScheme":
      apps.customSchemes.contains(value.lowercased())
        ? nil : "no app of the configuration has this scheme"
    case "social.title", "social.description":
      admitsSocial ? nil : "the text of a page is not the caller's to choose"
    case "social.image":
      admitsSocial
        ? LinkDestination.fault(of: value, within: hosts)?.english
        : "the picture of a page is not the caller's to choose"
    default: nil
    }
  }
}
