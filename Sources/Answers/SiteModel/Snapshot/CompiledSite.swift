package import AppAssociation
package import Links
import WebSyntax

/// A site with everything that can be prepared before the first request, except its output.
///
/// A class, as routes are: copying a structure of this size at every request costs more than the
/// rest of a redirect.
package final class CompiledSite: Sendable {
  /// Without its links, which the snapshot has in prepared form.
  package let definition: SiteDefinition
  package let routing: RoutingTable
  package let routes: [CompiledRoute]
  /// The documents that the site serves.
  package let documents: [SiteDocument: [UInt8]]
  /// The rules of Apple's file as the newest system reads them; nil for a site without one.
  let appleRules: AssociationEvaluator?
  /// Where `/` leads; nil where routes and links decide.
  package let root: WebLocation?
  /// Where `/.well-known/change-password` leads; nil where it does not.
  package let changePassword: WebLocation?
  /// Nil when libcrypto computes no digest.
  package let icon: SiteIcon?
  /// The paths of the files that Keiro makes for the site.
  let files: [(path: [UInt8], file: SiteFile)]
  /// Every host that is not a wildcard, as bytes.
  let exactHosts: [[UInt8]]
  /// The host that canonical URLs name, as bytes; nil when the site has wildcard hosts only.
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
  /// Whether it is an exclude.
  package let isRefused: Bool
  /// The redirect of browsers; nil for a page.
  package let web: WebLocation?
  /// The key of the app that the route opens; nil without one.
  package let appKey: String?
  package let screen: String?
  /// The way from its page into the app.
  package let opening: PageOpening
  /// How a visitor takes the address of its page along into a new app.
  package let deferred: [DeferredWay]

  init(
    _ route: RouteDefinition, appKey: String?, primaryHost: String?, opening: PageOpening,
    deferred: [DeferredWay]
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
