import AppAssociation
import AssociationValidation
import SiteModel

/// The first matching route decides, so a route after one that accepts the same paths is never
/// reached. If it is an exclude, paths that should stay in the browser open the app.
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
