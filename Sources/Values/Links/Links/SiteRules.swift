import JSONSyntax
package import WebSyntax

package struct SiteRules: Sendable {
  package let hosts: [HostPattern]
  /// The path prefix of its short links, which begins and ends with a slash.
  package let prefix: String
  /// The hosts that links may lead to; nil for any.
  package let destinationHosts: [HostPattern]?
  /// The spellings of slugs that mean the same link.
  package let spelling: SlugSpelling
  /// The paths of short URLs at which the site itself answers.
  private let ownPaths: [String]
  /// Whether taps on short URLs open an app.
  private let opensApp: Bool
  /// Whether the configuration defines a link with that slug; such links win at a visit.
  package let isConfigured: @Sendable (_ slug: String) -> Bool

  package init(
    hosts: [HostPattern], prefix: String, destinationHosts: [HostPattern]? = nil,
    spelling: SlugSpelling = SlugSpelling(), ownPaths: [String] = ["/robots.txt", "/favicon.ico"],
    opensApp: Bool = false,
    isConfigured: @escaping @Sendable (_ slug: String) -> Bool = { _ in false }
  ) {
    self.hosts = hosts
    self.prefix = prefix
    self.destinationHosts = destinationHosts
    self.spelling = spelling
    self.ownPaths = ownPaths
    self.opensApp = opensApp
    self.isConfigured = isConfigured
  }

  package func canonical(_ key: LinkKey) -> LinkKey {
    LinkKey(host: key.host, slug: spelling.canonical(key.slug))
  }

  /// The slug in the path of a short URL, without its percent-encoding; nil for a path without the prefix.
  package func slug(inPath path: some StringProtocol) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    return PercentCoding.decodeLossy(Array(path.utf8.dropFirst(prefix.utf8.count))[...])
  }

  /// A field that the site does not allow.
  package struct Fault: Equatable, Sendable {
    package let path: String
    package let reason: LinkFault
    package let isRequired: Bool

    package init(path: String, _ reason: LinkFault, isRequired: Bool) {
      self.path = path
      self.reason = reason
      self.isRequired = isRequired
    }

    package var message: String { reason.english }
  }

  /// Everything that the site forbids about a link whose fields are valid by themselves.
  package func faults(of link: ShortLink) -> [Fault] {
    var faults: [Fault] = []
    if let reason = fault(ofSlug: link.slug) {
      faults.append(Fault(path: "slug", reason, isRequired: true))
    }
    if link.path != .refuse, link.slug.split(separator: "/").count > Slug.pathDepth {
      faults.append(
        Fault(path: "path", .slugTooDeepForPath(limit: Slug.pathDepth), isRequired: false))
    }
    for address in link.visitedURLs {
      guard let reason = fault(of: address.url, path: link.path) else { continue }
      faults.append(Fault(path: address.path, reason, isRequired: address.field.type.isRequired))
    }
    return faults
  }

  /// Everything odd about the name of a link: what of it nobody reaches, or what it takes away.
  ///
  /// - Parameter isThere: whether the site has a link with a slug, as far as that is known.
  package func oddities<Failure>(
    ofSlug slug: String, isThere: (_ slug: String) throws(Failure) -> Bool
  ) throws(Failure) -> [LinkOddity] {
    var oddities: [LinkOddity] = []
    if ownPaths.contains(where: { $0.utf8.count == prefix.utf8.count + slug.utf8.count }),
      ownPaths.contains(prefix + slug)
    {
      oddities.append(.pathOfSite(prefix + slug))
    }
    let inner = prefix.dropFirst()
    if !inner.isEmpty, slug.utf8.count > inner.utf8.count, slug.hasPrefix(inner) {
      let meant = String(slug.dropFirst(inner.count))
      oddities.append(.prefixTwice(path: prefix + slug, meant: meant))
    }
    if try isThere(slug + Slug.picture) {
      oddities.append(.pictureHidden(behind: slug + Slug.picture))
    }
    guard slug.hasSuffix(Slug.picture) else { return oddities }
    let name = String(slug.dropLast(Slug.picture.count))
    if try isThere(name) {
      oddities.append(.hidesPicture(path: prefix + slug, of: name))
    } else if opensApp {
      oddities.append(.pathOfPicture(prefix + slug, of: name))
    }
    return oddities
  }

  private func fault(of url: String, path: ShortLink.PathMode) -> LinkFault? {
    if path == .refuse, LinkDestination.takesPath(url) { return .pathNeverTaken(url) }
    guard destinationHosts != nil else { return nil }
    return LinkDestination.fault(ofTemplate: url, within: destinationHosts).map {
      .notDestination(url, $0)
    }
  }

  private func fault(ofSlug slug: String) -> LinkFault? {
    if isConfigured(slug) { return .slugOfConfiguration(slug) }
    // The association file is also served at the root, as iOS before 9.3 expected it.
    guard prefix == "/", slug == "apple-app-site-association" else { return nil }
    return .notSlug(slug, .reserved)
  }

  /// The fields with addresses that visitors may be sent to, which every visit checks again.
  package static let destinations = LinkField.all.filter { field in
    switch field.type {
    case .destination, .url(_, isVisited: true): true
    default: false
    }
  }
}

extension ShortLink {
  /// The addresses that visitors may be sent to, with their paths in JSON and their fields: those of
  /// rules, which stand in for the destination, come first.
  package var visitedURLs: [(path: String, field: LinkField, url: String)] {
    guard let destination = SiteRules.destinations.first else { return [] }
    // Most links have a destination alone: taking the rare fields out costs more than the rest.
    guard !box.isEmpty else { return [(destination.path, destination, url)] }
    let ofRules = self.rules.enumerated().map { position, rule in
      (path: "\(LinkRule.name(at: position)).url", field: destination, url: rule.url)
    }
    let link = UnpackedLink(self)
    return ofRules
      + SiteRules.destinations.compactMap { field in
        field.type.url(in: link).map { (field.path, field, $0) }
      }
  }
}

extension FieldType {
  /// The address in the field; nil for any other field.
  package func url(in link: UnpackedLink) -> String? {
    switch self {
    case .destination(let path): link[path]
    case .url(let path, _): link[path]
    default: nil
    }
  }
}

/// The sites that serve short links, found by their hosts.
package struct SiteTable: Sendable {
  private let sites: [SiteRules]
  private let exact: [String: Int]
  /// The hosts of sites without links, which no wildcard of another site has.
  private let others: Set<String>
  /// The hosts that may be used; nil for every host.
  private var reach: [HostPattern]?

  package init(_ sites: [SiteRules], besides others: [HostPattern] = []) {
    self.sites = sites
    self.others = Set(others.lazy.filter { !$0.isWildcard }.map(\.name))
    let names = sites.enumerated().flatMap { index, site in
      site.hosts.filter { !$0.isWildcard }.map { ($0.name, index) }
    }
    exact = Dictionary(names) { first, _ in first }
  }

  /// The same sites, restricted to the hosts that a caller may use.
  package func bounded(to reach: [HostPattern]) -> SiteTable {
    var table = self
    table.reach = reach
    return table
  }

  /// Whether the caller may use a host, served or not.
  package func reaches(_ host: String) -> Bool {
    reach?.contains { $0.matches(host) } ?? true
  }

  /// The site that serves a host; a site that names it precedes one with a matching wildcard.
  package func site(of host: String) -> SiteRules? {
    guard reaches(host), !others.contains(host) else { return nil }
    if let index = exact[host] { return sites[index] }
    return sites.first { $0.hosts.contains { $0.isWildcard && $0.matches(host) } }
  }

  /// Why no link can be on a host, with the host that was most likely meant.
  package func unserved(_ host: String) -> LinkFault {
    let names = sites.flatMap(\.hosts).map(\.description).filter(reaches)
    let nearest = nearestName(to: host, among: names).map(LinkFault.UnservedHint.nearest)
    return .unserved(host, nearest ?? (names.isEmpty ? .noShortLinks : .choices(names)))
  }

  /// A shorter form of `unserved`, for the many lines of a file.
  package func unservedInShort(_ host: String) -> LinkFault {
    reaches(host) ? .unserved(host, .none) : .hostOutOfReach(host)
  }
}
