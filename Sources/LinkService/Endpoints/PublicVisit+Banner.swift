import AppAssociation
import HTTPCore

extension PublicVisit {
  /// The banner tag for a URL, to be included into a page of somebody else's making. What has no
  /// banner gets an empty body, since an error text would stand in the middle of that page.
  func banner(_ router: PublicRouter) -> HTTPResponse {
    guard let text = URLParameter.value(in: query ?? []) else {
      return ProblemAnswer.response(
        .badRequest, type: "missing-parameter", detail: "url: expected the URL of a page")
    }
    let fields = HTTPFields([
      "Content-Type": "text/html; charset=utf-8", "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      .ok, fields: fields, body: tag(for: text, router), route: RouteLabel.banner.rawValue,
      outcome: "banner")
  }

  private func tag(for text: String, _ router: PublicRouter) -> [UInt8] {
    guard let url = OwnURL(text, askedHost: host, router: router),
      case .page(let number, let match) = url.route(router),
      let banner = snapshot.sites[url.site].routes[number].banner
    else { return [] }
    return banner.render(url.context(match))
  }
}
