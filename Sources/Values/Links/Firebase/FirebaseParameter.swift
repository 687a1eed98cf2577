/// A field of a link in the vocabulary of Firebase Dynamic Links: a parameter of long links, which is
/// also a column of Firebase's export.
///
/// Firebase's format is final: a new field of a link gets no line here.
package struct FirebaseParameter: Sendable {
  package let name: String
  package let path: String
  /// Firebase's code for an invalid value; for a URL, the ending of two codes.
  let warning: String
  /// The names of the column in Firebase's documentation.
  package let columnNames: [String]
  /// The path of the value in `dynamicLinkInfo`; empty for columns that are not parameters.
  package let infoPath: [String]

  private init(
    _ name: String, _ path: String, _ warning: String = "", info: String = "",
    columns: [String] = []
  ) {
    self.name = name
    self.path = path
    self.warning = warning
    columnNames = columns
    infoPath = info.split(separator: ".").map(String.init)
  }

  package var field: LinkField? { LinkField.named(path) }

  /// All parameters, in the order of Firebase's export.
  package static let all: [FirebaseParameter] = [
    FirebaseParameter(
      "link", "url", info: "link", columns: ["Deep link", "Deep link URL", "Long link"]),
    FirebaseParameter(
      "apn", "android.packageName", "NOT_IN_PROJECT_ANDROID_PACKAGE_NAME",
      info: "androidInfo.androidPackageName", columns: ["Android package name", "Android package"]),
    FirebaseParameter(
      "afl", "android.fallback", "ANDROID_FALLBACK_LINK", info: "androidInfo.androidFallbackLink",
      columns: ["Android fallback link", "Android fallback"]),
    FirebaseParameter(
      "amv", "android.minimumVersionCode", "NOT_INTEGER_ANDROID_PACKAGE_MIN_VERSION",
      info: "androidInfo.androidMinPackageVersionCode",
      columns: [
        "Android minimum version", "Android min version code",
        "Android minimum package version code",
      ]),
    FirebaseParameter(
      "ibi", "apple.bundleID", "NOT_IN_PROJECT_IOS_BUNDLE_ID", info: "iosInfo.iosBundleId",
      columns: ["iOS bundle ID"]),
    FirebaseParameter(
      "ifl", "apple.fallback", "IOS_FALLBACK_LINK", info: "iosInfo.iosFallbackLink",
      columns: ["iOS fallback link", "iOS fallback"]),
    FirebaseParameter(
      "ius", "apple.customScheme", "UNNECESSARY_IOS_URL_SCHEME", info: "iosInfo.iosCustomScheme",
      columns: ["iOS custom scheme", "iOS custom URL scheme"]),
    FirebaseParameter(
      "ipfl", "apple.ipadFallback", "IPAD_FALLBACK_LINK", info: "iosInfo.iosIpadFallbackLink",
      columns: ["iPad fallback link", "iPad fallback", "iOS iPad fallback link"]),
    FirebaseParameter(
      "ipbi", "apple.ipadBundleID", "NOT_IN_PROJECT_IPAD_BUNDLE_ID",
      info: "iosInfo.iosIpadBundleId", columns: ["iPad bundle ID", "iOS iPad bundle ID"]),
    FirebaseParameter(
      "isi", "apple.appStoreID", "NOT_NUMERIC_IOS_APP_STORE_ID", info: "iosInfo.iosAppStoreId",
      columns: ["iOS App Store ID", "App Store ID"]),
    FirebaseParameter(
      "imv", "apple.minimumVersion", "BAD_AD_PARAM", info: "iosInfo.iosMinimumVersion",
      columns: ["iOS minimum version", "iOS min version"]),
    FirebaseParameter(
      "efr", "skipPage", info: "navigationInfo.enableForcedRedirect",
      columns: ["Enable forced redirect", "Forced redirect", "Skip preview page"]),
    FirebaseParameter(
      "ofl", "desktop.fallback", "DESKTOP_FALLBACK_LINK", info: "desktopInfo.desktopFallbackLink",
      columns: ["Other platform fallback link", "Desktop fallback link", "Desktop fallback"]),
    FirebaseParameter(
      "st", "social.title", info: "socialMetaTagInfo.socialTitle", columns: ["Social title"]),
    FirebaseParameter(
      "sd", "social.description", info: "socialMetaTagInfo.socialDescription",
      columns: ["Social description"]),
    FirebaseParameter(
      "si", "social.image", "SOCIAL_IMAGE_LINK", info: "socialMetaTagInfo.socialImageLink",
      columns: ["Social image", "Social image link"]),
    play("utm_source", "utmSource"), play("utm_medium", "utmMedium"),
    play("utm_campaign", "utmCampaign"), play("utm_term", "utmTerm"),
    play("utm_content", "utmContent"), play("gclid", "gclid"),
    store("at", ["iTunes affiliate token", "Affiliate token"]),
    store("ct", ["iTunes campaign token", "Campaign token"]),
    store("mt", ["iTunes media type", "Media type"]),
    store("pt", ["iTunes provider token", "Provider token"]),
    FirebaseParameter("archived", "archived", columns: ["Is archived"]),
    FirebaseParameter("name", "name", columns: ["Link name"]),
    FirebaseParameter("creation_timestamp", "createdAt", columns: ["Created at", "Creation time"]),
  ]

  private static func play(_ name: String, _ member: String) -> FirebaseParameter {
    FirebaseParameter(
      name, "campaign." + name, info: "analyticsInfo.googlePlayAnalytics." + member)
  }

  private static func store(_ name: String, _ columnNames: [String]) -> FirebaseParameter {
    FirebaseParameter(
      name, "campaign." + name, info: "analyticsInfo.itunesConnectAnalytics." + name,
      columns: columnNames)
  }

  static func named(_ name: String) -> FirebaseParameter? {
    all.first { $0.name == name && !$0.infoPath.isEmpty }
  }
}
