import AppAssociation
import SiteModel

/// A route below the prefix of short links is never reached, since all paths there are short links,
/// unless the prefix is `/`.
enum RouteBelowShortLinks: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, site) in subject.sites {
      guard let prefix = site.shortLinks?.prefix, prefix != "/" else { continue }
      for (number, route) in site.routes.enumerated() {
        let literal = (route.component.path ?? "").prefix { !"*?{$".contains($0) }
        guard literal.hasPrefix(prefix) else { continue }
        report.warn(
          "\(path).routes[\(number)]",
          "the route is never reached: short links begin with '\(prefix)', and nothing else is "
            + "found there")
      }
    }
  }
}
