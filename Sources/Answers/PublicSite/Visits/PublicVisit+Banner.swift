import AppAssociation
import HTTPCore
import Links
import Service
import SiteModel

extension PublicVisit {
  /// The banner for a URL, for inclusion in a page from another server. A URL without a banner
  /// gets an empty body, since an error text would appear in the middle of that page. Never
  /// compressed, because a server that includes it passes on the visitor's Accept-Encoding.
  func banner(_ finder: LinkFinder, _ agent: UserAgent) -> HTTPAnswer {
    var query = query ?? []
    let asked = SiteBanner.take(from: &query)
    guard let text = URLParameter.value(in: query) else {
      let problem = Problem(
        .badRequest, "missing-parameter", "url: expected the URL of a page")
      return .ready(problem.response())
    }
    let url = ownURL(text)
    let form = asked ?? (url.map { snapshot.sites[$0.site] } ?? site).definition.banner
    guard let url else { return .ready(banner([], form)) }
    return finder.find {
      $0.placeInApp(of: url)
    } then: { place in
      guard case .page(let route, let match) = place else { return .ready(banner([], form)) }
      switch form {
      case .tag: return .ready(banner(tag(for: url, route, match), form))
      case .html: return .ready(banner(element(for: url, route, match, agent), form))
      }
    }
  }

  private func banner(_ content: [UInt8], _ form: SiteBanner) -> HTTPResponse {
    var fields = HTTPFields([
      "Content-Type": "text/html; charset=utf-8", "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
    ])
    if form == .html { fields.append("Vary", "User-Agent, Accept-Language") }
    return HTTPResponse(
      .ok, fields: fields, body: content, route: .banner, outcome: .banner
    ).conditional(on: request)
  }

  private func tag(for url: OwnURL, _ route: Int, _ match: RoutingMatch) -> [UInt8] {
    prepared(ofSite: url.site).banners[route]?.render(PageRequestParts(url, match)) ?? []
  }

  /// The banner in the page; Apple's tag for a browser that shows it.
  private func element(
    for url: OwnURL, _ route: Int, _ match: RoutingMatch, _ agent: UserAgent
  ) -> [UInt8] {
    let visitor = PageVisitor.seeingBanner(agent)
    guard !visitor.isEmpty else {
      return agent.showsSmartAppBanner ? tag(for: url, route, match) : []
    }
    let opening = snapshot.sites[url.site].routes[route].openings[visitor]
    let parts = PageRequestParts(
      url, match, visitor: visitor,
      isOnOtherHost: opening.leads(toHost: Array(url.host.utf8)[...]))
    let bytes = prepared(ofSite: url.site).page(route, in: language).banner.render(parts)
    return bytes.count <= PageBanner.bytes ? bytes : []
  }
}

extension PageRequestParts {
  /// The parts for a URL, as if it were requested on its own host.
  init(
    _ url: OwnURL, _ match: RoutingMatch, visitor: PageVisitor = [], isOnOtherHost: Bool = false
  ) {
    let bytes = url.path + (url.query ?? [])
    let host = Array(url.host.utf8)[...]
    self.init(
      bytes: bytes, path: 0..<url.path.count,
      query: url.query == nil ? nil : url.path.count..<bytes.count, captures: match.ranges,
      host: host, visitor: visitor, isOnOtherHost: isOnOtherHost)
  }
}
