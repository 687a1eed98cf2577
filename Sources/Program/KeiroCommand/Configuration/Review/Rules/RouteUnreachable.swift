import AppAssociation
import SiteModel

/// The first route that matches decides: one behind a route that accepts everything it accepts is
/// never reached. For an exclude that means that what it should keep in the browser opens the app.
enum RouteUnreachable: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, site) in subject.sites {
      let shadows = RoutingRule.unreachable(
        site.routingRules, substitutionVariables: site.substitutionVariables)
      for (route, earlier) in shadows {
        let pattern = site.routes[earlier].component.path.map { " ('\($0)')" } ?? ""
        report.warn(
          "\(path).routes[\(route)]",
          "the route is never reached: \(path).routes[\(earlier)]\(pattern) accepts everything that "
            + "it accepts, and comes first")
      }
    }
  }
}
