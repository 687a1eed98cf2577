package import WebSyntax

/// The bounds of long links. Anyone can write one, on a host whose name visitors trust, so it may
/// only say things that the operator of the host could have said.
package struct LongLinkBounds: Sendable {
  /// The hosts that it may lead to.
  package let hosts: [HostPattern]
  /// The identifiers of the operator's own apps.
  private let apps: Apps
  /// Whether the preview may have the words and the picture of the caller.
  private let admitsSocial: Bool

  /// The identifiers of apps that a long link may name.
  package struct Apps: Sendable {
    package var packageNames: Set<String> = []
    package var bundleIDs: Set<String> = []
    package var appStoreIDs: Set<String> = []
    /// In lower case.
    package var customSchemes: Set<String> = []

    package init() {}
  }

  package init(hosts: [HostPattern], apps: Apps, admitsSocial: Bool) {
    self.hosts = hosts
    self.apps = apps
    self.admitsSocial = admitsSocial
  }

  /// Why the value of a field does not count, as the end of a sentence; nil when it does.
  ///
  /// - Parameter path: the field's path, as in `apple.appStoreID`.
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
