import HTTPCore
package import Links
package import WebSyntax

/// All answers of the public listeners for one configuration. Immutable; a reload replaces it.
package final class ServiceSnapshot: Sendable {
  /// The apps, in the order of the configuration.
  package let apps: [AppDefinition]
  /// The compiled sites, in the order of the configuration.
  package let sites: [CompiledSite]
  /// The short links, one entry per site; nil for sites without short links.
  package let shortLinks: [CompiledShortLinks?]
  /// The decision contexts of links by site: without an app, and for each of the openers.
  let linkSites: [[LinkSite]]
  let openerNumbers: [[LinkOpeners: Int]]
  /// The hosts of all sites, and the apps that long links may open.
  let ownHosts: [HostPattern]
  let ownApps: LongLinkBounds.Apps
  /// The sites' rules for links that are created while the service runs.
  package let siteTable: SiteTable
  let hosts: HostTable
  let fixedPaths: ByteTable<Place>
  private let wellKnownFiles: [ByteTable<WellKnownFile>]
  package let knowsCountries: Bool
  /// The beginnings of the addresses of hosts.
  package let origins: HostOrigins
  /// The hosts that count as the sites' own; nil for all of them.
  let reach: [HostPattern]?
  /// The snapshot without bounds, whose decisions a bounded snapshot reports; nil when this one has
  /// none.
  private let unbounded: ServiceSnapshot?

  private init(
    apps: [AppDefinition], sites: [CompiledSite], knowsCountries: Bool, origins: HostOrigins
  ) {
    self.knowsCountries = knowsCountries
    self.origins = origins
    reach = nil
    unbounded = nil
    self.apps = apps
    self.sites = sites
    shortLinks = sites.map { _ in nil }
    hosts = HostTable(sites)
    let openings = AppOpenings(sites, hosts: hosts, apps: apps)
    let openers = LinkOpeners.all(sites, apps)
    openerNumbers = openers.map { Dictionary(uniqueKeysWithValues: zip($0, 1...)) }
    let linkApps = apps.enumerated().map { number, app in
      LinkApp(app, openAddress: openings.openAddress(of: number))
    }
    linkSites = zip(sites, openers).map {
      LinkOpeners.sites($0.definition, $1, apps: linkApps, origins: origins)
    }
    ownHosts = sites.flatMap(\.definition.allHosts)
    ownApps = LongLinkBounds.Apps(apps)
    siteTable = SiteTable(sites, shortLinks)
    fixedPaths = ByteTable(Place.fixed.map { (key: Array($0.path.utf8), value: $0.place) })
    wellKnownFiles = []
  }

  /// Makes another snapshot of the same sites, which shares what stays as it is.
  private init(
    _ other: ServiceSnapshot, shortLinks: [CompiledShortLinks?]? = nil,
    wellKnownFiles: [[WellKnownFile]]? = nil, boundedTo reach: [HostPattern]? = nil
  ) {
    self.reach = reach
    unbounded = reach == nil ? nil : other
    apps = other.apps
    sites = other.sites
    self.shortLinks = shortLinks ?? other.shortLinks
    linkSites = other.linkSites
    openerNumbers = other.openerNumbers
    ownHosts = other.ownHosts
    ownApps = other.ownApps
    let siteTable = shortLinks.map { SiteTable(other.sites, $0) } ?? other.siteTable
    self.siteTable = reach.map(siteTable.bounded) ?? siteTable
    hosts = other.hosts
    fixedPaths = other.fixedPaths
    self.wellKnownFiles =
      wellKnownFiles.map { sites in
        sites.map { files in
          ByteTable(files.map { (key: Array($0.name.utf8), value: $0) })
        }
      } ?? other.wellKnownFiles
    knowsCountries = other.knowsCountries
    origins = other.origins
  }

  /// Returns the same sites for a caller who reaches only some hosts: all others count as foreign.
  /// Visitors of the hosts get the same answers as before.
  package func bounded(to reach: [HostPattern]) -> ServiceSnapshot {
    ServiceSnapshot(whole, boundedTo: reach)
  }

  /// The snapshot without bounds, as visitors see it.
  var whole: ServiceSnapshot { unbounded ?? self }

  func wellKnownFile(site: Int, _ name: ArraySlice<UInt8>) -> WellKnownFile? {
    wellKnownFiles.indices.contains(site) ? wellKnownFiles[site][name] : nil
  }

  /// Returns the same snapshot with other files under `/.well-known/`, one list per site.
  package func replacing(wellKnownFiles: [[WellKnownFile]]) -> ServiceSnapshot {
    ServiceSnapshot(whole, wellKnownFiles: wellKnownFiles)
  }

  /// The folders whose files are served under `/.well-known/`, one entry per site.
  package var wellKnownFolders: [String?] { sites.map(\.definition.wellKnownFolder) }

  package struct Compilation: Sendable {
    /// What was compiled, for a report about it even with errors; nil when a route's pattern is invalid.
    package let result: ServiceSnapshot?
    package let problems: [Problem]

    /// The snapshot to serve; nil when there is an error among the problems.
    package var snapshot: ServiceSnapshot? {
      problems.contains(where: \.isError) ? nil : result
    }
  }

  package struct Problem: Equatable, Sendable {
    /// Whether the configuration cannot be served; false for a warning.
    package let isError: Bool
    /// The path of the value, as in `sites[0].routes[2]`.
    package let path: String
    /// One sentence without a capital or a full stop.
    package let message: String
  }

  /// Compiles a definition. The snapshot takes over the memory of the links if nothing else refers to
  /// the definition.
  package static func compile(_ definition: consuming ServiceDefinition) -> Compilation {
    let (sites, found) = compiledSites(definition)
    var problems = found
    guard sites.count == definition.sites.count else {
      return Compilation(result: nil, problems: problems)
    }
    let bare = ServiceSnapshot(
      apps: definition.apps, sites: sites, knowsCountries: definition.knowsCountries,
      origins: definition.origins)
    // The app of a link depends on the route of its destination, on any site.
    var shortLinks: [CompiledShortLinks?] = []
    for number in definition.sites.indices {
      guard let prefix = definition.sites[number].shortLinks?.prefix,
        let links = definition.sites[number].shortLinks?.takeLinks()
      else {
        shortLinks.append(nil)
        continue
      }
      let isIndexed = definition.sites[number].shortLinks?.isIndexed ?? true
      let compiled = CompiledShortLinks(prefix: prefix, links: links, isIndexed: isIndexed) {
        bare.linkSite(of: $0, site: number)
      } isFound: {
        bare.asksLinks(site: number, path: $0)
      }
      shortLinks.append(compiled)
    }
    let snapshot = ServiceSnapshot(bare, shortLinks: shortLinks)
    problems += snapshot.circles
    return Compilation(result: snapshot, problems: problems)
  }

  private static func compiledSites(
    _ definition: ServiceDefinition
  ) -> (sites: [CompiledSite], problems: [Problem]) {
    var problems: [Problem] = []
    var sites: [CompiledSite] = []
    let associations = AssociationDocuments(definition.apps)
    for (number, site) in definition.sites.enumerated() {
      let compiler = SiteCompiler(
        site: site, path: "sites[\(number)]", apps: definition.apps, associations: associations,
        deferredWays: { definition.deferredWays(of: $0, on: site) })
      let (compiled, found) = compiler.compile()
      problems += found
      if let compiled { sites.append(compiled) }
    }
    return (sites, problems)
  }
}

extension ServiceSnapshot {
  /// The addresses of the configuration that would send a browser back to its starting point.
  private var circles: [Problem] {
    sites.enumerated().flatMap { number, site in
      var addresses: [(key: String, address: String)] = []
      if let root = site.definition.root { addresses.append(("root", root)) }
      if case .redirect(let url) = site.definition.notFound { addresses.append(("notFound", url)) }
      return addresses.compactMap { key, address -> Problem? in
        let host = site.definition.primaryHost ?? site.definition.hosts.first.map { "x.\($0.name)" }
        guard let url = OwnURL(address, askedHost: host, in: self) else { return nil }
        switch url.destinationPlace(in: self) {
        case .page, .shortLink(_, .visit): return nil
        case .root where key == "notFound": return nil
        default:
          return Problem(
            isError: true, path: "sites[\(number)].\(key)",
            message: "'\(address)' is not a page that is served here: expected one, or another site"
          )
        }
      }
    }
  }

  /// Returns the association file that a host serves; nil when it serves none or is unknown.
  package func document(host: String, isApple: Bool) -> [UInt8]? {
    guard let site = site(host: host) else { return nil }
    return sites[site].documents[isApple ? .apple : .android]
  }

  package func serves(host: String) -> Bool {
    site(host: host) != nil
  }

  /// The hosts of all sites, as written in the configuration.
  package var hostNames: [String] {
    ownHosts.map(\.description).filter(reaches)
  }

  /// The first host of each site with short links, within the bounds of the snapshot.
  package var linkHosts: [String] { hostsOfLinks.compactMap(\.self) }

  /// The host of the only site with short links, not counting a sample on `localhost`; nil when
  /// there are more sites, or the host lies beyond the bounds.
  package var onlyLinkHost: String? {
    let hosts = hostsOfLinks
    let others = hosts.filter { $0 != "localhost" }
    let candidates = others.isEmpty ? hosts : others
    return candidates.count == 1 ? candidates[0] : nil
  }

  /// The hosts of links by site; nil when the site's first host lies beyond the bounds or is a
  /// wildcard.
  private var hostsOfLinks: [String?] {
    reachedSites.map { sites[$0].definition }.filter { $0.shortLinks != nil }
      .map { site in site.primaryHost.flatMap { reaches($0) ? $0 : nil } }
  }

  /// Returns whether a host, if it belongs to a site, lies within the bounds of the snapshot.
  package func reaches(_ host: String) -> Bool {
    reach?.contains { $0.matches(host) } ?? true
  }

  /// Returns whether a site serves a host that lies beyond the bounds of the snapshot.
  package func servesBeyond(_ host: String) -> Bool {
    !reaches(host) && whole.serves(host: host)
  }

  /// The indices of the sites with at least one host within the bounds.
  package var reachedSites: [Int] {
    guard let reach else { return Array(sites.indices) }
    return sites.indices.filter { number in
      sites[number].definition.allHosts.contains { host in
        reach.contains { $0.matches(host.description) || host.matches($0.description) }
      }
    }
  }
}
