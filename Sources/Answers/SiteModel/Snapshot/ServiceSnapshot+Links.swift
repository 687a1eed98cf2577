import AppAssociation
import HTTPCore
package import Links
import WebSyntax

/// The decision context of a site's links: without an app, and for each app that may open them.
struct LinkSites: Sendable {
  let unopened: LinkSite
  let opened: [LinkSite]

  init(
    _ definition: SiteDefinition, apps: [AppDefinition], origins: HostOrigins,
    openings: AppOpenings
  ) {
    let (prefix, deferred) = (definition.shortLinks?.prefix, definition.shortLinks?.deferred ?? [])
    unopened = LinkSite(
      destinationHosts: definition.destinationHosts, prefix: prefix, deferred: deferred,
      origins: origins)
    opened = apps.enumerated().map { number, app in
      LinkSite(
        destinationHosts: definition.destinationHosts, appName: app.name,
        appStoreID: app.apple?.appStoreID,
        appClipID: app.apple?.appClipIDs.first.map(\.bundleIdentifier),
        customScheme: app.apple?.customSchemes.first,
        packageName: app.android?.packageName, prefix: prefix, deferred: deferred,
        origins: origins, openAddress: openings.openAddress(of: number))
    }
  }
}

extension ServiceSnapshot {
  /// Returns a link of a site in prepared form.
  package func serve(_ link: ShortLink, site: Int) -> ServedLink {
    ServedLink(link, site: linkSite(of: link, site: site))
  }

  /// Returns the data of a site that decisions about a link need.
  package func linkSite(of link: ShortLink, site: Int) -> LinkSite {
    linkSite(numbered: linkSiteNumber(of: link, site: site), site: site)
  }

  private func linkSiteNumber(of link: ShortLink, site: Int) -> Int {
    let definition = sites[site].definition
    return (definition.shortLinks?.app ?? app(ofDestination: link.url)).map { $0 + 1 } ?? 0
  }

  private func linkSite(numbered number: Int, site: Int) -> LinkSite {
    number == 0 ? linkSites[site].unopened : linkSites[site].opened[number - 1]
  }

  /// Returns the first app of the route at a URL; nil for foreign URLs and for pages without an
  /// app.
  private func app(ofDestination url: String) -> Int? {
    guard let url = OwnURL(url, askedHost: nil, in: whole),
      case .page(let route, _) = url.destinationPlace(in: whole)
    else { return nil }
    return sites[url.site].definition.routes[route].apps.first
  }
}

// MARK: - Records of stored links

extension ServiceSnapshot {
  /// Returns the number of a host that is not a wildcard; nil for other hosts.
  package func hostNumber(_ name: String) -> Int? { hosts.number(of: name) }

  /// Returns the host with a number that the snapshot has assigned.
  package func host(numbered number: Int) -> String { hosts.names[number] }

  /// Returns the record of a stored link, which a visit to its path on its own host finds.
  ///
  /// - Returns: the record; nil for a link without a ready redirect whose visits need the whole
  ///   link.
  package func record(of link: ShortLink, site: Int) -> [UInt8]? {
    guard let links = shortLinks[site], !links.contains(slug: link.slug) else { return nil }
    let number = linkSiteNumber(of: link, site: site)
    let isFound = asksLinks(site: site, path: (links.prefix + link.slug.utf8)[...])
    let ready =
      isFound ? ReadyRedirect(link, site: linkSite(numbered: number, site: site)) : nil
    let record = PackedLink.record(
      of: link, site: UInt16(truncatingIfNeeded: number), ready: ready)
    guard let packed = PackedLink(record.span, at: 0) else { return nil }
    return packed.marks.contains(.isBeside) && ready == nil ? nil : record
  }

  /// Returns the link of a record; nil for a link that does not fit into one.
  package func served(_ record: PackedLink, _ bytes: Span<UInt8>, host: Int, site: Int)
    -> ServedLink?
  {
    record.link(bytes, host: hosts.names[host]).map {
      ServedLink($0, site: linkSite(numbered: record.site, site: site))
    }
  }
}
