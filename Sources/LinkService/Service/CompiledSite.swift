import AppAssociation
import HTTPCore

/// A site with everything that can be made ready before the first request.
struct CompiledSite: Sendable {
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
}

/// A route with its page or redirect cut into what is fixed and what a request decides.
struct CompiledRoute: Sendable {
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

  var isRefused: Bool {
    if case .refused = answer { true } else { false }
  }
}
