package import AppAssociation

/// What a decision takes from the site that a link lives on; one for all links that have the same.
package final class LinkSite: Sendable {
  /// Bounds where links may lead, looked at again at every visit since the bound may have been
  /// drawn after the link; nil for anywhere.
  package let destinationHosts: [HostPattern]?
  /// The hosts of the site: a tap on one of them from a page on the same one stays in the browser.
  package let hosts: [HostPattern]
  /// A second host of the same apps, for Open buttons.
  package let alternateHost: String?
  /// Of the app that opens the site's links, for the banner of a page; nil without one.
  package let appStoreID: String?
  /// Of the app that opens the site's links; nil without one.
  package let packageName: String?

  package init(
    destinationHosts: [HostPattern]? = nil, hosts: [HostPattern] = [],
    alternateHost: String? = nil, appStoreID: String? = nil, packageName: String? = nil
  ) {
    self.destinationHosts = destinationHosts
    self.hosts = hosts
    self.alternateHost = alternateHost
    self.appStoreID = appStoreID
    self.packageName = packageName
  }

  /// The same site with another bound.
  package func bounded(by destinationHosts: [HostPattern]) -> LinkSite {
    LinkSite(
      destinationHosts: destinationHosts, hosts: hosts, alternateHost: alternateHost,
      appStoreID: appStoreID, packageName: packageName)
  }

  /// The address by which a button on the site opens the app at a destination.
  func openURL(_ destination: String) -> String? {
    guard let parts = WebURL(destination) else { return nil }
    let isOwnHost = hosts.contains { $0.matches(parts.host) }
    guard isOwnHost else { return destination }
    guard let alternateHost else { return nil }
    let port = parts.port.map { ":" + $0 } ?? ""
    let start = "\(parts.scheme)://\(parts.host)\(port)"
    return "https://" + alternateHost + destination.dropFirst(start.utf8.count)
  }
}
