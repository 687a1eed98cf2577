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
  package let files: [(path: [UInt8], file: SiteFile)]
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
      text.map { WebLocation($0, primaryHost: definition.primaryHost) }
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
  package let isRefused: Bool
  /// The redirect of browsers; nil for a page.
  package let web: WebLocation?
  package let openings: PageOpenings
  /// The ways in which a visitor carries the address of the page into a newly installed app.
  package let deferred: [ClaimWay]

  init(
    _ route: RouteDefinition, primaryHost: String?, openings: PageOpenings, deferred: [ClaimWay]
  ) {
    isRefused = route.component.exclude == true
    web = route.web.map { WebLocation($0, primaryHost: primaryHost) }
    self.openings = openings
    self.deferred = deferred
  }
}

/// The redirect of a route for browsers: the `web` of its definition, in which `{names}` stand for
/// captures of the path.
package struct WebLocation: Sendable {
  private let template: CaptureTemplate
  private let isPath: Bool
  /// The host before a path; nil for the host of the request, on sites with wildcard hosts alone.
  private let primaryHost: String?

  init(_ web: String, primaryHost: String?) {
    template = CaptureTemplate(web)
    isPath = web.hasPrefix("/")
    self.primaryHost = primaryHost
  }

  /// Returns the address for a request, with the request's query.
  ///
  /// - Parameter match: the match of the path; nil for a location without captures.
  package func address(
    host: ArraySlice<UInt8>, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?,
    match: RoutingMatch? = nil
  ) -> String {
    let origin =
      isPath ? "https://" + (primaryHost ?? String(decoding: host, as: UTF8.self)) : ""
    let address = origin + template.filled(match, in: path) { PercentCoding.encodeUnsafe($0) }
    guard let query, !query.isEmpty else { return address }
    return address + (address.contains("?") ? "&" : "?") + PercentCoding.encodeUnsafe(query)
  }
}
