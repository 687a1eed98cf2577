package import WebSyntax

/// The rules and apps of a link's site that decisions need; shared by all links of the site.
package final class LinkSite: Sendable {
  /// The hosts that links may lead to, checked at every visit since they may have been restricted after
  /// the link was created; nil for any.
  package let destinationHosts: [HostPattern]?
  /// Returns the address whose tap on a page of `pageHost` opens the app at a destination; nil when no
  /// tap opens it.
  package typealias OpenAddress = @Sendable (_ destination: String, _ pageHost: String) -> String?
  private let openAddress: OpenAddress
  /// The name of the app that opens the site's links; nil for none.
  package let appName: String?
  /// The App Store number of that app, for banners; nil for none.
  package let appStoreID: String?
  /// The bundle identifier of that app's clip, for banners; nil for none.
  package let appClipID: String?
  /// The scheme of that app, for pages from which no address opens it; nil for none.
  package let customScheme: String?
  /// The package name of the app that opens the site's links; nil for none.
  package let packageName: String?
  /// The path prefix of the site's short links; nil for a site without any.
  package let prefix: String?
  /// The ways in which visitors can carry links into a newly installed app.
  package let deferred: [ClaimWay]
  /// Whether search engines may list the site's short URLs.
  package let isIndexed: Bool
  /// The beginnings of the addresses of hosts.
  private let origins: HostOrigins

  package init(
    destinationHosts: [HostPattern]? = nil, appName: String? = nil, appStoreID: String? = nil,
    appClipID: String? = nil, customScheme: String? = nil, packageName: String? = nil,
    prefix: String? = nil,
    deferred: [ClaimWay] = [], isIndexed: Bool = true, origins: HostOrigins = HostOrigins(),
    openAddress: @escaping OpenAddress = { _, _ in nil }
  ) {
    self.destinationHosts = destinationHosts
    self.openAddress = openAddress
    self.appName = appName
    self.appStoreID = appStoreID
    self.appClipID = appClipID
    self.customScheme = customScheme
    self.packageName = packageName
    self.prefix = prefix
    self.deferred = deferred
    self.isIndexed = isIndexed
    self.origins = origins
  }

  /// The same site, restricted to other destinations.
  package func bounded(by destinationHosts: [HostPattern]) -> LinkSite {
    LinkSite(
      destinationHosts: destinationHosts, appName: appName, appStoreID: appStoreID,
      appClipID: appClipID, customScheme: customScheme, packageName: packageName, prefix: prefix,
      deferred: deferred, isIndexed: isIndexed, origins: origins,
      openAddress: openAddress)
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

  /// The address by which a button on a page opens the app at a destination; nil for none.
  ///
  /// - Parameter pageHost: the host of the page; a tap on an address of the same host stays in the
  ///   browser.
  func openURL(_ destination: String, from pageHost: String) -> String? {
    openAddress(destination, pageHost)
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
