package import Links

extension SiteTable {
  /// Creates a table of the sites that have short links.
  package init(_ sites: [SiteDefinition]) {
    self.init(
      sites.compactMap { site in
        let links = site.shortLinks?.links
        return SiteRules(site, ownPaths: nil) { links?.contains(slug: $0) ?? false }
      })
  }

  /// Creates a table of sites whose links are in prepared form.
  init(_ sites: [CompiledSite], _ shortLinks: [CompiledShortLinks?]) {
    self.init(
      zip(sites, shortLinks).compactMap { site, links in
        SiteRules(
          site.definition, ownPaths: site.files.map { String(decoding: $0.path, as: UTF8.self) }
        ) {
          links?.contains(slug: $0) ?? false
        }
      })
  }
}

extension SiteRules {
  /// Returns nil for a site without short links.
  ///
  /// - Parameter ownPaths: the paths of the files that the site provides; nil when they are not known.
  fileprivate init?(
    _ site: SiteDefinition, ownPaths: [String]?,
    isConfigured: @escaping @Sendable (String) -> Bool
  ) {
    guard let links = site.shortLinks else { return nil }
    self.init(
      hosts: site.allHosts, prefix: links.prefix, destinationHosts: site.destinationHosts,
      spelling: links.spelling, ownPaths: ownPaths ?? SiteFile.yielding.map(\.path),
      isConfigured: isConfigured)
  }
}
