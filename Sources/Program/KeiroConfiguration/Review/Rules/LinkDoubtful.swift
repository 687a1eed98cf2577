import JSONSyntax
import Links
import SiteModel

/// A short link that has expired or never becomes active, or a rule in one that never matches.
enum LinkDoubtful: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, site) in subject.sites {
      for link in site.shortLinks?.links ?? ConfiguredLinks() {
        let knowsCountries = subject.snapshot.knowsCountries
        for doubt in link.doubts(now: subject.now, knowsCountries: knowsCountries) {
          let linkPath = jsonPath(path + ".shortLinks.links", member: link.slug)
          report.warn("\(linkPath).\(doubt.path)", doubt.message)
        }
      }
    }
  }
}
