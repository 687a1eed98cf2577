import HTTPCore
package import Links
package import WebSyntax

/// All answers of the public listeners for one configuration. It never changes; a reload replaces
/// it.
package final class ServiceSnapshot: Sendable {
  package let apps: [AppDefinition]
  package let sites: [CompiledSite]
  /// One for each site; nil for sites without short links.
  package let shortLinks: [CompiledShortLinks?]
  /// One for each site.
  let linkSites: [LinkSites]
  /// The hosts of all sites, and the apps that long links may open.
  let ownHosts: [HostPattern]
  let ownApps: LongLinkBounds.Apps
  /// The sites' rules for links that are created while the service runs.
  package let siteTable: SiteTable
  let hosts: HostTable
  let fixedPaths: ByteTable<FixedPath>
  private let wellKnownFiles: [ByteTable<WellKnownFile>]
  /// Whether visits have countries.
  package let knowsCountries: Bool
  /// The hosts that count as those of the sites; nil for all of them.
  let reach: [HostPattern]?
  /// The sites without a bound, whose decisions a bounded snapshot tells; nil for themselves.
  private let unbounded: ServiceSnapshot?

  private init(
    apps: [AppDefinition], sites: [CompiledSite], shortLinks: [CompiledShortLinks?],
    wellKnownFiles: [[WellKnownFile]], knowsCountries: Bool = false
  ) {
    self.knowsCountries = knowsCountries
    reach = nil
    unbounded = nil
    self.apps = apps
    self.sites = sites
    self.shortLinks = shortLinks
    hosts = HostTable(sites)
    let openings = AppOpenings(sites, hosts: hosts, apps: apps)
    linkSites = sites.map { LinkSites($0.definition, apps: apps, openings: openings) }
    ownHosts = sites.flatMap(\.definition.allHosts)
    ownApps = LongLinkBounds.Apps(apps)
    siteTable = SiteTable(sites, shortLinks)
    fixedPaths = ByteTable(FixedPath.all.map { (key: Array($0.path.utf8), value: $0.fixed) })
    self.wellKnownFiles = wellKnownFiles.map { files in
      ByteTable(files.map { (key: Array($0.name.utf8), value: $0) })
    }
  }

  private init(_ whole: ServiceSnapshot, boundedTo reach: [HostPattern]) {
    self.reach = reach
    unbounded = whole
    apps = whole.apps
    sites = whole.sites
    shortLinks = whole.shortLinks
    linkSites = whole.linkSites
    ownHosts = whole.ownHosts
    ownApps = whole.ownApps
    siteTable = whole.siteTable.bounded(to: reach)
    hosts = whole.hosts
    fixedPaths = whole.fixedPaths
    wellKnownFiles = whole.wellKnownFiles
    knowsCountries = whole.knowsCountries
  }

  /// The same sites for somebody who reaches some hosts: all others count as those of strangers.
  /// What visitors of the hosts get stays the same.
  package func bounded(to reach: [HostPattern]) -> ServiceSnapshot {
    ServiceSnapshot(whole, boundedTo: reach)
  }

  /// The sites as visitors find them.
  var whole: ServiceSnapshot { unbounded ?? self }

  func wellKnownFile(site: Int, _ name: ArraySlice<UInt8>) -> WellKnownFile? {
    wellKnownFiles.indices.contains(site) ? wellKnownFiles[site][name] : nil
  }

  /// The same snapshot with other files under `/.well-known/`, one list for each site.
  package func replacing(wellKnownFiles: [[WellKnownFile]]) -> ServiceSnapshot {
    ServiceSnapshot(
      apps: apps, sites: sites, shortLinks: shortLinks, wellKnownFiles: wellKnownFiles,
      knowsCountries: knowsCountries)
  }

  /// The folders whose files are served under `/.well-known/`, one for each site.
  package var wellKnownFolders: [String?] { sites.map(\.definition.wellKnownFolder) }

  /// The result of compiling a configuration.
  package struct Compilation: Sendable {
    /// Nil when there is an error among the problems.
    package let snapshot: ServiceSnapshot?
    package let problems: [Problem]
  }

  /// A problem of the configuration as a whole.
  package struct Problem: Equatable, Sendable {
    package let isError: Bool
    /// The path of the value, as in `sites[0].routes[2]`.
    package let path: String
    package let message: String
  }

  /// Compiles a definition.
  package static func compile(_ definition: ServiceDefinition) -> Compilation {
    var problems: [Problem] = []
    var sites: [CompiledSite] = []
    for (number, site) in definition.sites.enumerated() {
      let compiler = SiteCompiler(
        site: site, path: "sites[\(number)]", apps: definition.apps,
        deferredWays: { definition.deferredWays(of: $0, on: site) })
      let (compiled, found) = compiler.compile()
      problems += found
      if let compiled { sites.append(compiled) }
    }
    guard !problems.contains(where: \.isError) else {
      return Compilation(snapshot: nil, problems: problems)
    }
    let bare = ServiceSnapshot(
      apps: definition.apps, sites: sites, shortLinks: sites.map { _ in nil },
      wellKnownFiles: [])
    // The app of a link depends on the route of its destination, on any site.
    let shortLinks = definition.sites.enumerated().map { number, site in
      site.shortLinks.map { links in
        CompiledShortLinks(links) {
          bare.linkSite(of: $0, site: number)
        } isFound: {
          bare.asksLinks(site: number, path: $0)
        }
      }
    }
    let snapshot = ServiceSnapshot(
      apps: definition.apps, sites: sites, shortLinks: shortLinks, wellKnownFiles: [],
      knowsCountries: definition.knowsCountries)
    problems += snapshot.circles
    let isSound = !problems.contains(where: \.isError)
    return Compilation(snapshot: isSound ? snapshot : nil, problems: problems)
  }
}

extension ServiceSnapshot {
  /// Addresses of the configuration that would send a browser back to where it comes from.
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

  /// The association file that a host serves; nil when it serves none or is unknown.
  package func document(host: String, isApple: Bool) -> [UInt8]? {
    guard let site = site(host: host) else { return nil }
    return sites[site].documents[isApple ? .apple : .android]
  }

  /// Whether a site answers for the host.
  package func serves(host: String) -> Bool {
    site(host: host) != nil
  }

  /// The hosts of all sites, as written in the configuration.
  package var hostNames: [String] {
    ownHosts.map(\.description).filter(reaches)
  }

  /// The first host of each site with short links, as far as the bounds of the snapshot go.
  package var linkHosts: [String] { placesOfLinks.compactMap(\.self) }

  /// The host of the only site with short links, apart from a sample on this machine's own name; nil
  /// where there are more sites or the host lies beyond the bounds.
  package var onlyLinkHost: String? {
    let hosts = placesOfLinks
    let others = hosts.filter { $0 != "localhost" }
    let places = others.isEmpty ? hosts : others
    return places.count == 1 ? places[0] : nil
  }

  /// By site; nil for one whose first host lies beyond the bounds or has a wildcard.
  private var placesOfLinks: [String?] {
    reachedSites.map { sites[$0].definition }.filter { $0.shortLinks != nil }
      .map { site in site.primaryHost.flatMap { reaches($0) ? $0 : nil } }
  }

  /// Whether a host, if it is one of the sites', lies within the bounds of the snapshot.
  package func reaches(_ host: String) -> Bool {
    reach?.contains { $0.matches(host) } ?? true
  }

  /// Whether a site serves a host that lies beyond the bounds of the snapshot.
  package func servesBeyond(_ host: String) -> Bool {
    !reaches(host) && whole.serves(host: host)
  }

  /// The positions of the sites of which one host at least lies within the bounds.
  package var reachedSites: [Int] {
    guard let reach else { return Array(sites.indices) }
    return sites.indices.filter { number in
      sites[number].definition.allHosts.contains { host in
        reach.contains { $0.matches(host.description) || host.matches($0.description) }
      }
    }
  }
}
