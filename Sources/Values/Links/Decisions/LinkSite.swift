package import WebSyntax

/// What the pages and redirects of a link offer of an app; shared by all sites.
package final class LinkApp: Sendable {
  /// Returns the address whose tap on a page of `pageHost` opens the app at a destination; nil when no
  /// tap opens it, as none does on an address of the page's own host.
  package typealias OpenAddress = @Sendable (_ destination: String, _ pageHost: String) -> String?

  package let name: String?
  let bundleIDs: [String]
  let appStoreID: String?
  /// The custom product page of the App Store, and the custom store listing of Google Play.
  let productPage: String?
  let listing: String?
  /// The bundle identifier of the app's clip, for banners.
  let clipID: String?
  /// The scheme for pages from which no address opens the app.
  let customScheme: String?
  package let packageName: String?
  let openAddress: OpenAddress

  package init(
    name: String? = nil, bundleIDs: [String] = [], appStoreID: String? = nil,
    productPage: String? = nil, clipID: String? = nil, customScheme: String? = nil,
    packageName: String? = nil, listing: String? = nil,
    openAddress: @escaping OpenAddress = { _, _ in nil }
  ) {
    self.name = name
    self.bundleIDs = bundleIDs
    self.appStoreID = appStoreID
    self.productPage = productPage
    self.listing = listing
    self.clipID = clipID
    self.customScheme = customScheme
    self.packageName = packageName
    self.openAddress = openAddress
  }
}

/// The rules and apps of a link's site that decisions need; shared by all links of the site.
package final class LinkSite: Sendable {
  /// The hosts that links may lead to, checked at every visit since they may have been restricted after
  /// the link was created; nil for any.
  package let destinationHosts: [HostPattern]?
  /// The apps that open the site's links on Apple's systems and on Android, which are often the same;
  /// one without any property for none.
  package let app, androidApp: LinkApp
  /// The apps of the configuration, any of which a link may name.
  let apps: [LinkApp]
  /// The path prefix of the site's short links; nil for a site without any.
  package let prefix: String?
  /// The ways in which visitors can carry links into a newly installed app.
  package let deferred: [ClaimWay]
  /// Whether search engines may list the site's short URLs.
  package let isIndexed: Bool
  /// The beginnings of the addresses of hosts.
  private let origins: HostOrigins

  package init(
    destinationHosts: [HostPattern]? = nil, app: LinkApp = LinkApp(),
    androidApp: LinkApp? = nil, apps: [LinkApp] = [], prefix: String? = nil,
    deferred: [ClaimWay] = [], isIndexed: Bool = true, origins: HostOrigins = HostOrigins()
  ) {
    self.destinationHosts = destinationHosts
    self.app = app
    self.androidApp = androidApp ?? app
    self.apps = apps
    self.prefix = prefix
    self.deferred = deferred
    self.isIndexed = isIndexed
    self.origins = origins
  }

  /// The same site, restricted to other destinations.
  package func bounded(by destinationHosts: [HostPattern]) -> LinkSite {
    LinkSite(
      destinationHosts: destinationHosts, app: app, androidApp: androidApp, apps: apps,
      prefix: prefix, deferred: deferred, isIndexed: isIndexed, origins: origins)
  }

  /// The app whose pages a visitor to a link gets: the one of the configuration that the link names for
  /// the visitor's system, or else the site's own.
  package func app(of link: ShortLink, for platform: UserAgent.Platform) -> LinkApp {
    switch platform {
    case .iPad: named(link.apple.ipadBundleID) ?? named(link.apple.bundleID) ?? stored(link) ?? app
    case .iPhone, .macOS: named(link.apple.bundleID) ?? stored(link) ?? app
    case .android:
      link.android.packageName.flatMap { name in apps.first { $0.packageName == name } }
        ?? androidApp
    case .windows, .linux, .chromeOS, .unknown: app
    }
  }

  /// The App Store's page of a number, with the custom product page of the link, or else that of the app.
  /// Such a page belongs to one app and stands beside no other number.
  func appStore(_ number: String, of link: ShortLink, app: LinkApp) -> String {
    let own = number == productPageOwner(of: link) ? link.apple.productPage : nil
    let productPage = own ?? (number == app.appStoreID ? app.productPage : nil)
    return StoreURLs.appStore(id: number, productPage: productPage, campaign: link.campaign)
  }

  /// The number of the app that a custom product page of a link belongs to; nil when none is known.
  private func productPageOwner(of link: ShortLink) -> String? {
    app(of: link, for: .iPhone).appStoreID ?? link.apple.appStoreID
      ?? app(of: link, for: .iPad).appStoreID
  }

  /// The problem of a link whose custom product page stands beside the number of another app.
  package func productPageDoubt(of link: ShortLink) -> LinkDoubt? {
    guard link.apple.productPage != nil, let number = link.apple.appStoreID,
      let owner = productPageOwner(of: link), owner != number
    else { return nil }
    return LinkDoubt(
      path: "apple.productPage", oddity: .productPageOfOther(number: owner, than: number))
  }

  private func named(_ bundleID: String?) -> LinkApp? {
    bundleID.flatMap { id in apps.first { $0.bundleIDs.contains(id) } }
  }

  /// The app whose number in the App Store a link has that names no app otherwise.
  private func stored(_ link: ShortLink) -> LinkApp? {
    guard link.apple.bundleID == nil, let number = link.apple.appStoreID else { return nil }
    return apps.first { $0.appStoreID == number }
  }

  /// The short URL of a visit with its query, for a newly installed app; nil for a link without a slug,
  /// and when the site does not offer the way.
  func carriedURL(of link: ShortLink, _ visit: Visit, by way: ClaimWay) -> String? {
    guard deferred.contains(way), let prefix, !link.slug.isEmpty else { return nil }
    // On a site that only has wildcards, the link belongs to whichever host was requested.
    let isHost = !link.host.isEmpty && !link.host.hasPrefix("*")
    let host = isHost ? link.host : visit.host
    guard !host.isEmpty else { return nil }
    let query = QueryItems.withoutQuestion(visit.query)
    let path = visit.path.map { "/" + $0 } ?? ""
    return "\(origins.origin(of: host))\(prefix)\(Slug.written(link.slug))\(path)"
      + (query.isEmpty ? "" : "?" + query)
  }
}

/// A way for a visitor to carry a link into an app that is installed afterwards. The visitor
/// carries the link; visitors are not recognised.
package enum ClaimWay: String, CaseIterable, Sendable {
  /// The Play Store's install referrer.
  case referrer
  /// The short URL in the clipboard, which the visitor pastes.
  case paste
  /// A code that the visitor types.
  case code
  /// The App Clip, which hands the URL on to the app that replaces it.
  case clip
}
