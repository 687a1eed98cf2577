import JSONSyntax
import Links
import SiteModel

/// A short link that is over already, or never found.
enum LinkDoubtful: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, site) in subject.sites {
      for link in site.shortLinks?.links ?? [] {
        for doubt in link.doubts(now: subject.now) {
          let place = jsonPath(path + ".shortLinks.links", member: link.slug)
          report.warn("\(place).\(doubt.path)", doubt.message)
        }
      }
    }
  }
}
