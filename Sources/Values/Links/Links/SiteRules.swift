import JSONSyntax
package import WebSyntax

/// What a site asks of the links that live on it.
package struct SiteRules: Sendable {
  package let hosts: [HostPattern]
  /// Where its short links begin: begins and ends with a slash.
  package let prefix: String
  /// Bounds where links may lead; nil for anywhere.
  package let destinationHosts: [HostPattern]?
  package let spelling: SlugSpelling
  /// Whether the configuration defines a link with that slug: those win when a link is visited.
  private let isConfigured: @Sendable (_ slug: String) -> Bool

  package init(
    hosts: [HostPattern], prefix: String, destinationHosts: [HostPattern]? = nil,
    spelling: SlugSpelling = SlugSpelling(),
    isConfigured: @escaping @Sendable (_ slug: String) -> Bool = { _ in false }
  ) {
    self.hosts = hosts
    self.prefix = prefix
    self.destinationHosts = destinationHosts
    self.spelling = spelling
    self.isConfigured = isConfigured
  }

  /// The place under which a link of the site is kept.
  package func canonical(_ key: LinkKey) -> LinkKey {
    LinkKey(host: key.host, slug: spelling.canonical(key.slug))
  }

  /// A field that the site does not admit.
  package struct Fault: Equatable, Sendable {
    /// As in JSON: `apple.fallback`.
    package let path: String
    package let reason: LinkFault
    /// Whether no link can do without the field.
    package let isRequired: Bool

    package init(path: String, _ reason: LinkFault, isRequired: Bool) {
      self.path = path
      self.reason = reason
      self.isRequired = isRequired
    }

    /// In English.
    package var message: String { reason.english }
  }

  /// Everything that the site forbids about a link whose fields are good in themselves.
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
      faults.append(Fault(path: address.path, reason, isRequired: address.isRequired))
    }
    return faults
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
    // The association file is served at the root too (contract of Apple before iOS 9.3).
    guard prefix == "/", slug == "apple-app-site-association" else { return nil }
    return .notSlug(slug, .reserved)
  }

  /// The addresses that a visitor may be sent to, each looked at again at the visit.
  package static let destinations = LinkField.all.filter { field in
    switch field.type {
    case .destination, .url(_, isVisited: true): true
    default: false
    }
  }
}

extension ShortLink {
  /// The addresses that visitors may be sent to, with their places in JSON; those of rules first.
  var visitedURLs: [(path: String, url: String, isRequired: Bool)] {
    let ofRules = self.rules.enumerated().map { position, rule in
      (path: "\(LinkRule.name(at: position)).url", url: rule.url, isRequired: true)
    }
    let link = UnpackedLink(self)
    return ofRules
      + SiteRules.destinations.compactMap { field in
        field.type.url(in: link).map { (field.path, $0, field.type.isRequired) }
      }
  }
}

extension FieldType {
  /// The address that the field holds; nil for any other field.
  package func url(in link: UnpackedLink) -> String? {
    switch self {
    case .destination(let path): link[path]
    case .url(let path, _): link[path]
    default: nil
    }
  }
}

/// The sites on which short links may live, found by their hosts.
package struct SiteTable: Sendable {
  private let sites: [SiteRules]
  private let exact: [String: Int]
  /// Nil for every host.
  private var reach: [HostPattern]?

  /// - Parameter sites: each with its own hosts.
  package init(_ sites: [SiteRules]) {
    self.sites = sites
    let names = sites.enumerated().flatMap { index, site in
      site.hosts.filter { !$0.isWildcard }.map { ($0.name, index) }
    }
    exact = Dictionary(names) { first, _ in first }
  }

  /// The same sites for somebody who reaches some hosts.
  package func bounded(to reach: [HostPattern]) -> SiteTable {
    var table = self
    table.reach = reach
    return table
  }

  /// Whether a host, if a site serves it, lies within the bounds of the table.
  package func reaches(_ host: String) -> Bool {
    reach?.contains { $0.matches(host) } ?? true
  }

  /// The site that serves a host; one that names it before one that has it under a wildcard.
  ///
  /// - Parameter host: in lower case.
  package func site(of host: String) -> SiteRules? {
    guard reaches(host) else { return nil }
    if let index = exact[host] { return sites[index] }
    return sites.first { $0.hosts.contains { $0.isWildcard && $0.matches(host) } }
  }

  /// Why no link can live on a host, with the host that was most likely meant.
  package func unserved(_ host: String) -> LinkFault {
    let names = sites.flatMap(\.hosts).map(\.description).filter(reaches)
    let nearest = nearestName(to: host, among: names).map(LinkFault.UnservedHint.nearest)
    return .unserved(host, nearest ?? (names.isEmpty ? .noShortLinks : .choices(names)))
  }

  /// The same in short, for the many lines of a file.
  package func unservedInShort(_ host: String) -> LinkFault {
    reaches(host) ? .unserved(host, .none) : .hostOutOfReach(host)
  }
}
