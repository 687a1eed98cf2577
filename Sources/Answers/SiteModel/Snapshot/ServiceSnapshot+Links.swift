import AppAssociation
package import Links
import WebSyntax

/// The apps that open a link on Apple's systems and on Android.
struct LinkOpeners: Hashable {
  private let apple, android: Int

  /// - Parameter named: the apps in the order written, of which the first that runs on a system is
  ///   its app; nil for none.
  private init?(_ named: [Int], of apps: [AppDefinition]) {
    guard let first = named.first else { return nil }
    apple = named.first { apps[$0].apple != nil } ?? first
    android = named.first { apps[$0].android != nil } ?? first
  }

  /// - Parameters:
  ///   - own: the app of the site's links; nil for none.
  ///   - destination: returns the apps of the route that the link leads to, which open it on a system
  ///     that `own` does not run on.
  init?(_ own: Int?, of apps: [AppDefinition], destination: () -> [Int]) {
    let own = own.map { [$0] } ?? []
    let isWhole = own.contains { apps[$0].apple != nil && apps[$0].android != nil }
    self.init(own + (isWhole ? [] : destination()), of: apps)
  }

  /// Returns the openers of all links that there may be, by site, in an order of their own.
  static func all(_ sites: [CompiledSite], _ apps: [AppDefinition]) -> [[LinkOpeners]] {
    let routes = [[]] + Set(sites.flatMap(\.definition.routes).map(\.apps))
    return sites.map { site in
      let own = site.definition.shortLinks?.app
      let all = Set(routes.compactMap { route in LinkOpeners(own, of: apps) { route } })
      return all.sorted { ($0.apple, $0.android) < ($1.apple, $1.android) }
    }
  }

  /// Returns the decision context of a site's links for each of several openers.
  ///
  /// - Parameter apps: what links offer of the apps of the configuration, which all sites share.
  static func sites(
    _ definition: SiteDefinition, _ openers: [LinkOpeners], apps: [LinkApp], origins: HostOrigins
  ) -> [LinkSite] {
    let links = definition.shortLinks
    return ([nil] + openers).map { opener in
      LinkSite(
        destinationHosts: definition.destinationHosts,
        app: opener.map { apps[$0.apple] } ?? LinkApp(),
        androidApp: opener.map { apps[$0.android] }, apps: apps, prefix: links?.prefix,
        deferred: links?.deferred ?? [], isIndexed: links?.isIndexed ?? true, origins: origins)
    }
  }
}

extension LinkApp {
  convenience init(_ app: AppDefinition, openAddress: @escaping OpenAddress) {
    self.init(
      name: app.name, bundleIDs: app.apple?.appIDs.map(\.bundleIdentifier) ?? [],
      appStoreID: app.apple?.appStoreID, productPage: app.apple?.productPage,
      clipID: app.apple?.appClipIDs.first.map(\.bundleIdentifier),
      customScheme: app.apple?.customSchemes.first, packageName: app.android?.packageName,
      listing: app.android?.listing, openAddress: openAddress)
  }
}

extension ServiceSnapshot {
  package func serve(_ link: ShortLink, site: Int) -> ServedLink {
    ServedLink(link, site: linkSite(of: link, site: site))
  }

  /// Returns the data of a site that decisions about a link need.
  package func linkSite(of link: ShortLink, site: Int) -> LinkSite {
    linkSites[site][linkSiteNumber(of: link, site: site)]
  }

  private func linkSiteNumber(of link: ShortLink, site: Int) -> Int {
    let own = sites[site].definition.shortLinks?.app
    let openers = LinkOpeners(own, of: apps) { appsOfDestination(link.url) }
    return openers.flatMap { openerNumbers[site][$0] } ?? 0
  }

  /// Returns the apps of the route at a URL; empty for foreign URLs and for pages without an app.
  private func appsOfDestination(_ url: String) -> [Int] {
    whole.page(at: url).map(route)?.apps ?? []
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
    guard let number = UInt16(exactly: linkSiteNumber(of: link, site: site)) else { return nil }
    let isFound = asksLinks(site: site, path: (links.prefix + link.slug.utf8)[...])
    let ready = isFound ? ReadyRedirect(link, site: linkSites[site][Int(number)]) : nil
    let record = PackedLink.record(of: link, site: number, ready: ready)
    guard let packed = PackedLink(record.span, at: 0) else { return nil }
    return packed.marks.contains(.isBeside) && ready == nil ? nil : record
  }

  /// Returns the link of a record; nil for a link that does not fit into one.
  package func served(_ record: PackedLink, _ bytes: Span<UInt8>, host: Int, site: Int)
    -> ServedLink?
  {
    record.link(bytes, host: hosts.names[host]).map {
      ServedLink($0, site: linkSites[site][record.site])
    }
  }
}

extension ServiceSnapshot {
  /// The configured links, site by site, each on the first host of its site.
  package var configuredLinks: [ShortLink] {
    shortLinks.flatMap { $0?.all ?? [] }
  }

  /// Returns the configured link with a key. Configured slugs are valid on every host of their
  /// site.
  package func configuredLink(_ key: LinkKey) -> ShortLink? {
    guard var link = configured(key)?.link else { return nil }
    link.host = key.host
    return link
  }

  /// Returns the key of a link's click counts, which for a configured link is the same on every
  /// host.
  package func countedKey(_ key: LinkKey) -> LinkKey { configured(key)?.link.key ?? key }

  private func configured(_ key: LinkKey) -> ServedLink? {
    site(host: key.host).flatMap { shortLinks[$0]?.find(slug: canonical(key).slug) }
  }

  /// Returns the key on another host of the site where a link has the same slug, since the hosts of
  /// a site share one set of links; nil when there is none.
  package func otherHome<Failure>(
    of key: LinkKey, isThere: (LinkKey) throws(Failure) -> Bool
  ) throws(Failure) -> LinkKey? {
    for other in otherHomes(of: key) where try isThere(other) { return other }
    return nil
  }

  /// Returns the keys with the same slug on the other hosts of the site.
  package func otherHomes(of key: LinkKey) -> [LinkKey] {
    (siteTable.site(of: key.host)?.hosts ?? []).compactMap { host in
      guard !host.isWildcard, host.name != key.host, reaches(host.name) else { return nil }
      return LinkKey(host: host.name, slug: key.slug)
    }
  }

  /// Returns the warnings for the author of a link.
  ///
  /// - Parameter isThere: whether the store has a link with a key.
  package func doubts<Failure>(
    about link: ShortLink, at now: Timestamp, isThere: (LinkKey) throws(Failure) -> Bool
  ) throws(Failure) -> [LinkDoubt] {
    let site = site(host: link.host).map { linkSite(of: link, site: $0) }
    return try link.doubts(
      now: now, knowsCountries: knowsCountries, oddities(of: link.key, isThere: isThere))
      + (site?.productPageDoubt(of: link).map { [$0] } ?? [])
  }

  /// Returns what is odd here about the rules of a link from elsewhere.
  package func oddities(ofRulesOf link: ShortLink) -> [LinkOddity] {
    let needsCountries = link.rules.contains { !$0.condition.countries.isEmpty }
    return needsCountries && !knowsCountries ? [.ruleNeedsCountries] : []
  }

  /// Returns everything odd about the name of a link.
  ///
  /// - Parameter isThere: whether the store has a link with a key.
  package func oddities<Failure>(
    of key: LinkKey, isThere: (LinkKey) throws(Failure) -> Bool
  ) throws(Failure) -> [LinkOddity] {
    try siteTable.site(of: key.host)?.oddities(ofSlug: key.slug) { slug throws(Failure) in
      let key = LinkKey(host: key.host, slug: slug)
      if configured(key) != nil { return true }
      return try isThere(key) ? true : otherHome(of: key, isThere: isThere) != nil
    } ?? []
  }

  /// Returns the address of a link from the configuration or from a store, as it can be opened.
  package func shortURL(_ key: LinkKey) -> String { origins.origin(of: key.host) + path(of: key) }

  /// Returns the address of a link as apps may know it: by https and without a port, which universal
  /// links never have.
  package func tappedURL(_ key: LinkKey) -> String { "https://" + key.host + path(of: key) }

  private func path(of key: LinkKey) -> String {
    (siteTable.site(of: key.host)?.prefix ?? "/") + Slug.written(key.slug)
  }

  /// Returns the key under which a link with the given name is stored.
  package func canonical(_ key: LinkKey) -> LinkKey {
    siteTable.site(of: key.host)?.canonical(key) ?? key
  }
}
