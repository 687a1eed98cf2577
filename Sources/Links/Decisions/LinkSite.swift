package import AppAssociation

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
  /// Of that app, for the banner of a page; nil without one.
  package let appStoreID: String?
  /// Of that app, for pages that no address opens it from; nil without one.
  package let customScheme: String?
  /// Of the app that opens the site's links; nil without one.
  package let packageName: String?

  package init(
    destinationHosts: [HostPattern]? = nil, appName: String? = nil, appStoreID: String? = nil,
    customScheme: String? = nil, packageName: String? = nil,
    openAddress: @escaping OpenAddress = { _, _ in nil }
  ) {
    self.destinationHosts = destinationHosts
    self.openAddress = openAddress
    self.appName = appName
    self.appStoreID = appStoreID
    self.customScheme = customScheme
    self.packageName = packageName
  }

  /// The same site with another bound.
  package func bounded(by destinationHosts: [HostPattern]) -> LinkSite {
    LinkSite(
      destinationHosts: destinationHosts, appName: appName, appStoreID: appStoreID,
      customScheme: customScheme, packageName: packageName, openAddress: openAddress)
  }

  /// The address by which a button on a page opens the app at a destination.
  ///
  /// - Parameter pageHost: a tap on an address of the page's own host stays in the browser.
  func openURL(_ destination: String, from pageHost: String) -> String? {
    openAddress(destination, pageHost)
  }
}
