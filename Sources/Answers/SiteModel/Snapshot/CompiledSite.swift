package import AppAssociation
package import Links
import WebSyntax

/// A site with everything that can be prepared before the first request, except its output.
///
/// A class, as routes are: copying a structure of this size for every request costs more than the
/// rest of a redirect.
package final class CompiledSite: Sendable {
  /// The definition without its links, which the snapshot has in prepared form.
  package let definition: SiteDefinition
  /// Finds the route of a path; its rule numbers are indices of `routes`.
  package let routing: RoutingTable
  /// The compiled routes, in the order of the configuration.
  package let routes: [CompiledRoute]
  package let documents: [SiteDocument: [UInt8]]
  /// The rules of Apple's file as the newest system reads them; nil for a site without one.
  let appleRules: AssociationEvaluator?
  /// The target of `/`; nil when routes and links decide.
  package let root: WebLocation?
  /// The target of `/.well-known/change-password`; nil when it has none.
  package let changePassword: WebLocation?
  /// The icon of the site; nil when libcrypto computes no digest.
  package let icon: SiteIcon?
  /// The files that Keiro provides for the site, with their paths.
  let files: [(path: [UInt8], file: SiteFile)]
  /// Every host that is not a wildcard, as bytes.
  let exactHosts: [[UInt8]]
  /// The host used in canonical URLs, as bytes; nil when the site has only wildcard hosts.
  package let primaryHost: [UInt8]?

  init(
    definition: SiteDefinition, files: [(path: [UInt8], file: SiteFile)], icon: SiteIcon?,
    routing: RoutingTable, routes: [CompiledRoute],
    documents: [SiteDocument: [UInt8]], appleRules: AssociationEvaluator?
  ) {
    self.definition = definition
    self.files = files
    self.icon = icon
    func location(_ text: String?) -> WebLocation? {
      text.map { WebLocation($0, captures: [], primaryHost: definition.primaryHost) }
    }
    root = location(definition.root)
    changePassword = location(definition.changePassword)
    self.routing = routing
    self.routes = routes
    self.documents = documents
    self.appleRules = appleRules
    exactHosts = definition.allHosts.filter { !$0.isWildcard }.map { Array($0.name.utf8) }
    primaryHost = definition.primaryHost.map { Array($0.utf8) }
  }
}

/// The behaviour of a route in the server and in the app.
package final class CompiledRoute: Sendable {
  /// Whether the route is an exclude.
  package let isRefused: Bool
  /// The redirect of browsers; nil for a page.
  package let web: WebLocation?
  /// The key of the app that the route opens; nil when it opens none.
  package let appKey: String?
  /// The screen that the app shows; nil if the app decides by itself.
  package let screen: String?
  /// The way into the app from the route's page.
  package let opening: PageOpening
  /// The ways in which a visitor carries the address of the page into a newly installed app.
  package let deferred: [ClaimWay]

  init(
    _ route: RouteDefinition, appKey: String?, primaryHost: String?, opening: PageOpening,
    deferred: [ClaimWay]
  ) {
    isRefused = route.component.exclude == true
    web = route.web.map {
      WebLocation($0, captures: route.component.captureNames, primaryHost: primaryHost)
    }
    self.appKey = appKey
    screen = route.screen
    self.opening = opening
    self.deferred = deferred
  }
}
