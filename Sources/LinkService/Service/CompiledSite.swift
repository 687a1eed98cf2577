import AppAssociation
import HTTPCore

/// A site with everything that can be made ready before the first request.
///
/// A class, as routes are: copying a structure of so many parts at every request cost more than all
/// the rest of a redirect.
final class CompiledSite: Sendable {
  /// Without its links, which the snapshot has ready to be visited.
  let definition: SiteDefinition
  let routing: RoutingTable
  let routes: [CompiledRoute]
  let appleDocument: Representation?
  let androidDocument: Representation?
  let notices: Notices
  let linkPages: ShortLinkPages
  /// Every host that is no wildcard, as bytes.
  let exactHosts: [[UInt8]]
  /// The host that canonical URLs name, as bytes; nil when the site has wildcard hosts only.
  let primaryHost: [UInt8]?
  /// A host beside that one, to which a tap on a page may open the app; nil when there is none.
  let otherHost: [UInt8]?

  init(
    definition: SiteDefinition, routing: RoutingTable, routes: [CompiledRoute],
    appleDocument: Representation?, androidDocument: Representation?, notices: Notices,
    linkPages: ShortLinkPages, exactHosts: [[UInt8]], primaryHost: [UInt8]?, otherHost: [UInt8]?
  ) {
    self.definition = definition
    self.routing = routing
    self.routes = routes
    self.appleDocument = appleDocument
    self.androidDocument = androidDocument
    self.notices = notices
    self.linkPages = linkPages
    self.exactHosts = exactHosts
    self.primaryHost = primaryHost
    self.otherHost = otherHost
  }
}

/// A route with its page or redirect cut into what is fixed and what a request decides.
final class CompiledRoute: Sendable {
  enum Answer: Sendable {
    case page(PageTemplate)
    case redirect(PageTemplate)
    case refused
  }

  let answer: Answer
  let banner: PageTemplate?
  /// The key of the app that the route opens; nil when nobody does.
  let appKey: String?
  let screen: String?

  init(answer: Answer, banner: PageTemplate?, appKey: String?, screen: String?) {
    self.answer = answer
    self.banner = banner
    self.appKey = appKey
    self.screen = screen
  }

  var isRefused: Bool {
    if case .refused = answer { true } else { false }
  }
}
