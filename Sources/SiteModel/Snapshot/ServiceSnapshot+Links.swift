import AppAssociation
import HTTPCore
package import Links

/// The decision context of a site's links: without an app, and for each app that may open them.
struct LinkSites: Sendable {
  let unopened: LinkSite
  let opened: [LinkSite]

  init(_ definition: SiteDefinition, apps: [AppDefinition], openings: AppOpenings) {
    unopened = LinkSite(destinationHosts: definition.destinationHosts)
    opened = apps.enumerated().map { number, app in
      LinkSite(
        destinationHosts: definition.destinationHosts, appName: app.name,
        appStoreID: app.apple?.appStoreID, customScheme: app.apple?.customSchemes.first,
        packageName: app.android?.packageName, openAddress: openings.openAddress(of: number))
    }
  }
}

extension ServiceSnapshot {
  /// A link of a site in prepared form.
  package func serve(_ link: ShortLink, site: Int) -> ServedLink {
    ServedLink(link, site: linkSite(of: link, site: site))
  }

  /// The part of a site that a decision about a link needs.
  package func linkSite(of link: ShortLink, site: Int) -> LinkSite {
    let definition = sites[site].definition
    let app = definition.shortLinks?.app ?? app(ofDestination: link.url)
    return app.map { linkSites[site].opened[$0] } ?? linkSites[site].unopened
  }

  /// The first app of a URL's route; nil for foreign URLs and for pages without an app.
  private func app(ofDestination url: String) -> Int? {
    guard let url = OwnURL(url, askedHost: nil, in: self),
      case .page(let route, _) = url.destinationPlace(in: self)
    else { return nil }
    return sites[url.site].definition.routes[route].apps.first
  }
}
