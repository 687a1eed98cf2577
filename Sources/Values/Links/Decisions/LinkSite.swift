package import WebSyntax

/// What a decision takes from the site that a link lives on; one for all links that have the same.
package final class LinkSite: Sendable {
  /// Bounds where links may lead, looked at again at every visit since the bound may have been
  /// drawn after the link; nil for anywhere.
  package let destinationHosts: [HostPattern]?
  /// The address by which a tap on a page of a host opens the app at a destination; nil where no
  /// tap opens it.
  package typealias OpenAddress = @Sendable (_ destination: String, _ pageHost: String) -> String?
  private let openAddress: OpenAddress
  /// The name of the app that opens the site's links; nil without one.
  package let appName: String?
  /// The App Store number of that app, for the banner of a page; nil without one.
  package let appStoreID: String?
  /// The bundle identifier of that app's clip, for the banner of a page; nil without one.
  package let appClipID: String?
  /// The scheme of that app, for pages from which no address opens it; nil without one.
  package let customScheme: String?
  /// The package of the app that opens the site's links; nil without one.
  package let packageName: String?
  /// Where the site's short links begin; nil for a site without any.
  package let prefix: String?
  /// How visitors take links along into a new app.
  package let deferred: [DeferredWay]

  package init(
    destinationHosts: [HostPattern]? = nil, appName: String? = nil, appStoreID: String? = nil,
    appClipID: String? = nil, customScheme: String? = nil, packageName: String? = nil,
    prefix: String? = nil,
    deferred: [DeferredWay] = [],
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
  }

  /// The same site with another bound.
  package func bounded(by destinationHosts: [HostPattern]) -> LinkSite {
    LinkSite(
      destinationHosts: destinationHosts, appName: appName, appStoreID: appStoreID,
      appClipID: appClipID, customScheme: customScheme, packageName: packageName, prefix: prefix,
      deferred: deferred,
      openAddress: openAddress)
  }

  /// The short URL of a visit with its query, for a new app to ask about; nil for a link without a
  /// name, and where visitors do not carry it that way.
  func carriedURL(of link: ShortLink, _ visit: Visit, by way: DeferredWay) -> String? {
    guard deferred.contains(way), let prefix, !link.slug.isEmpty else { return nil }
    // A link of a site with wildcards alone belongs to whichever host was asked.
    let isHost = !link.host.isEmpty && !link.host.hasPrefix("*")
    let host = isHost ? link.host : visit.host
    guard !host.isEmpty else { return nil }
    let query = QueryItems.withoutQuestion(visit.query)
    let path = visit.path.map { "/" + $0 } ?? ""
    return "https://\(host)\(prefix)\(Slug.written(link.slug))\(path)"
      + (query.isEmpty ? "" : "?" + query)
  }

  /// The address by which a button on a page opens the app at a destination.
  ///
  /// - Parameter pageHost: a tap on an address of the page's own host stays in the browser.
  func openURL(_ destination: String, from pageHost: String) -> String? {
    openAddress(destination, pageHost)
  }
}
