import LinkService
import ShortLinks

extension SiteTable {
  /// The sites of a configuration that have short links.
  init(_ service: ServiceDefinition) {
    self.init(service.sites.compactMap(Self.rules))
  }

  private static func rules(_ site: SiteDefinition) -> SiteRules? {
    site.shortLinks.map { links in
      SiteRules(
        hosts: site.hosts + [site.alternateHost].compactMap(\.self), prefix: links.prefix,
        destinationHosts: site.destinationHosts, configuredSlugs: Set(links.links.map(\.slug)))
    }
  }
}
