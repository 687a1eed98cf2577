import Service
import AppAssociation
import HTTPCore
import SiteModel

extension PublicVisit {
  /// The banner tag for a URL, for inclusion in a page from another server. A URL without a banner
  /// gets an empty body, since an error text would appear in the middle of that page. Never
  /// compressed, because a server that includes it passes on the visitor's Accept-Encoding.
  func banner(_ finder: LinkFinder) -> HTTPAnswer {
    guard let text = URLParameter.value(in: query ?? []) else {
      let problem = Problem(
        .badRequest, "missing-parameter", "url: expected the URL of a page")
      return .ready(problem.response())
    }
    guard let url = ownURL(text) else { return .ready(banner([])) }
    return finder.find {
      $0.placeInApp(of: url)
    } then: {
      .ready(banner(tag(for: url, $0)))
    }
  }

  private func banner(_ tag: [UInt8]) -> HTTPResponse {
    let fields = HTTPFields([
      "Content-Type": "text/html; charset=utf-8", "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
    ])
    return HTTPResponse(
      .ok, fields: fields, body: tag, route: .banner, outcome: .banner
    ).conditional(on: request)
  }

  private func tag(for url: OwnURL, _ place: Place) -> [UInt8] {
    guard case .page(let number, let match) = place,
      let banner = prepared(ofSite: url.site).banners[number]
    else { return [] }
    return banner.render(PageRequestParts(url, match))
  }
}

extension PageRequestParts {
  /// The parts for a URL, as if it were requested on its own host.
  init(_ url: OwnURL, _ match: RoutingMatch) {
    let bytes = url.path + (url.query ?? [])
    let host = Array(url.host.utf8)[...]
    self.init(
      bytes: bytes, path: 0..<url.path.count,
      query: url.query == nil ? nil : url.path.count..<bytes.count, captures: match.ranges,
      host: host, visitor: [], isOnOtherHost: false)
  }
}
