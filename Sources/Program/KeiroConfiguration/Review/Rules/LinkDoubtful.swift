import JSONSyntax
import Links
import SiteModel

/// A short link that has expired or never becomes active, or a rule in one that never matches.
enum LinkDoubtful: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, site) in subject.sites {
      for link in site.shortLinks?.links ?? ConfiguredLinks() {
        let knowsCountries = subject.snapshot.knowsCountries
        let rules = subject.snapshot.siteTable.site(of: link.host)
        let doubts = link.doubts(now: subject.now, knowsCountries: knowsCountries, on: rules) {
          site.shortLinks?.links.contains(slug: $0) ?? false
        }
        for doubt in doubts {
          let linkPath = jsonPath(path + ".shortLinks.links", member: link.slug)
          report.warn("\(linkPath).\(doubt.path)", doubt.message)
        }
      }
    }
  }
}
