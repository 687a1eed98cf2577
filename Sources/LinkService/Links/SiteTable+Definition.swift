package import ShortLinks

extension SiteTable {
  /// The sites that have short links.
  package init(_ sites: [SiteDefinition]) {
    self.init(sites.compactMap(Self.rules))
  }

  private static func rules(_ site: SiteDefinition) -> SiteRules? {
    site.shortLinks.map { links in
      SiteRules(
        hosts: site.allHosts, prefix: links.prefix, destinationHosts: site.destinationHosts,
        configuredSlugs: Set(links.links.map(\.slug)))
    }
  }
}
