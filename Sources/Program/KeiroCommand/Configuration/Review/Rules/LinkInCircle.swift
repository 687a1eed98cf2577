import JSONSyntax
import Links
import SiteModel

/// A short link leads back to itself, over other links of the configuration or at once: browsers
/// give up, and no visitor gets anywhere. Links are made nowhere that do so; one in the
/// configuration is served all the same, lest one broken link keep all others from being served.
enum LinkInCircle: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, site) in subject.sites {
      for link in site.shortLinks?.links ?? [] {
        let place = jsonPath(path + ".shortLinks.links", member: link.slug)
        for fault in subject.snapshot.circles(of: link, { _ in nil }) ?? [] {
          report.add(.error, "\(place).\(fault.path)", fault.message)
        }
      }
    }
  }
}
