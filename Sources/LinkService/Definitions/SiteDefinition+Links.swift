import AppAssociation
package import ShortLinks

extension SiteDefinition {
  /// What decisions about the site's short links take from the site.
  ///
  /// The app is the one that opens short URLs, or else the first that a route opens.
  package func linkSite(apps: [AppDefinition]) -> LinkSite {
    let number = shortLinks?.app ?? routes.lazy.compactMap(\.apps.first).first
    let app = number.flatMap { apps.indices.contains($0) ? apps[$0] : nil }
    return LinkSite(
      destinationHosts: destinationHosts, hosts: allHosts, alternateHost: alternateHost?.name,
      appStoreID: app?.apple?.appStoreID, packageName: app?.android?.packageName)
  }

  /// Where a link may be kept that is asked for on a host of the site, the likeliest first: links
  /// are entered under one host and work on every host of their site.
  package func linkKeys(host: String, slug: String) -> [LinkKey] {
    let names = [host.lowercased()] + allHosts.filter { !$0.isWildcard }.map(\.name)
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.map { LinkKey(host: $0, slug: slug) }
  }
}
