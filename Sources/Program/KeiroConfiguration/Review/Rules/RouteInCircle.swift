import AppAssociation
import SiteModel

/// The `web` of a route leads to an address of the same service that redirects again, endlessly.
enum RouteInCircle: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (number, (path, site)) in subject.sites.enumerated() {
      guard let host = site.primaryHost else { continue }
      for (position, rule) in site.routingRules.enumerated()
      where site.routes[position].web != nil {
        let samples = rule.samples(substitutionVariables: site.substitutionVariables)
        for url in samples.map({ "https://" + host + $0 })
        where isPage(position, site: number, url, subject.snapshot) {
          guard let end = subject.snapshot.circle(from: url) else { continue }
          report.add(.error, "\(path).routes[\(position)].web", "the redirect of '\(url)' \(end)")
          break
        }
      }
    }
  }

  /// Whether the route handles the sample itself, rather than an earlier route or a short link.
  private static func isPage(
    _ route: Int, site: Int, _ url: String, _ snapshot: ServiceSnapshot
  ) -> Bool {
    guard let own = OwnURL(url, askedHost: nil, in: snapshot) else { return false }
    if case .page(route, _) = LinkNotebook(snapshot).place(of: own) { return own.site == site }
    return false
  }
}
