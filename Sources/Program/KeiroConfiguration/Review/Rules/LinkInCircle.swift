import JSONSyntax
import Links
import SiteModel

/// A short link that leads back to itself, directly or through other configured links: browsers
/// give up, and visitors arrive nowhere. The store refuses such links. The configuration accepts
/// them, because one broken link must not keep all others from being served.
enum LinkInCircle: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, site) in subject.sites {
      for link in site.shortLinks?.links ?? ConfiguredLinks() {
        let linkPath = jsonPath(path + ".shortLinks.links", member: link.slug)
        for fault in subject.snapshot.circles(of: link, { _ in nil }) ?? [] {
          report.add(.error, "\(linkPath).\(fault.path)", fault.message)
        }
      }
    }
  }
}
