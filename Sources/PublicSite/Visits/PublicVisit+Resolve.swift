import Service
import AppAssociation
import HTTPCore
import JSONSyntax
import Links
import LinkStorage
import SiteModel

extension PublicVisit {
  /// Where a URL leads, for apps: a short URL is followed to its destination.
  func resolution(_ finder: LinkFinder) -> HTTPResponse {
    guard let text = URLParameter.value(in: query ?? []) else {
      return problem(.badRequest, "missing-parameter", "url: expected the URL to resolve")
    }
    guard let url = ownURL(text) else {
      return problem(
        .notFound, "unknown-url", "'\(text)' is not a URL of a site that is served here")
    }
    switch finder.placeInApp(of: url) {
    case .page: return answer(text: url.text, link: nil, finder)
    case .shortLink(let link, .visit), .longLink(let link): return resolution(of: link, url, finder)
    case .unreachableSlug: return unavailable()
    case .shortLink(_, .explanation), .shortLink(_, .qrCode), .refusedLongLink, .unknownSlug,
      .excluded, .nothing, .unreadable, .appleDocument, .androidDocument, .wellKnownFile, .banner,
      .resolve, .launches:
      return problem(.notFound, "unknown-url", "'\(text)' is neither a page nor a short link")
    }
  }

  private func resolution(
    of link: ServedLink, _ url: OwnURL, _ finder: LinkFinder
  ) -> HTTPResponse {
    let visitQuery = url.query.map { PercentCoding.encodeUnsafe($0[...]) }
    var visit = Visit(query: visitQuery)
    if link.link.maxClicks != nil {
      // Whoever asks has not visited: the count is looked at, not used up.
      do throws(LinkStoreError) {
        visit.clicksSoFar = try directory.limitedClicks.count(link.link, in: directory.store)
      } catch {
        return unavailable()
      }
    }
    switch resolve(link.link, visit: visit, now: timestamp, site: link.site) {
    case .destination(let location): return answer(text: location, link: link.link, finder)
    case .notFound: return problem(.notFound, "unknown-url", "'\(url.text)' leads nowhere yet")
    case .gone: return problem(.gone, "gone", "'\(url.text)' leads nowhere any more")
    case .needsPassword:
      return problem(.forbidden, "password-required", "'\(url.text)' asks for a password")
    }
  }

  private func answer(text: String, link: ShortLink?, _ finder: LinkFinder) -> HTTPResponse {
    var app: String?
    var screen: String?
    var parameters: [JSONOutput.Member] = []
    if let url = ownURL(text), case .page(let number, let match) = finder.placeInApp(of: url) {
      let route = snapshot.sites[url.site].routes[number]
      app = route.appKey
      screen = route.screen
      parameters = match.captures.map { capture in
        .init(capture.name, .string(PercentCoding.decodeLossy(url.path[capture.range])))
      }
    }
    let body = JSONOutput.object([
      .init("url", .string(text)), .init("link", link.map(\.publicJSON) ?? .null),
      .init("app", .optional(app)), .init("screen", .optional(screen)),
      .init("parameters", .object(parameters)),
    ])
    let fields = HTTPFields([
      "Content-Type": "application/json", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      .ok, fields: fields, body: Array((body.compact + "\n").utf8),
      route: .resolve, outcome: .resolved)
  }

  private func unavailable() -> HTTPResponse {
    var answer = problem(.serviceUnavailable, "store-unavailable", "the store does not answer")
    answer.fields.append("Retry-After", "1")
    return answer
  }

  private func problem(_ status: HTTPStatus, _ type: String, _ detail: String) -> HTTPResponse {
    var answer = ProblemAnswer.response(status, type: type, detail: detail)
    answer.answerNote.route = .resolve
    return answer
  }
}

extension ShortLink {
  /// What an app may know of a link.
  fileprivate var publicJSON: JSONOutput {
    .object([
      .init("host", .string(host)), .init("slug", .string(slug)), .init("url", .string(url)),
      .init("name", .optional(self.name)), .init("tags", .strings(self.tags)),
      .init(
        "campaign", .object(self.campaign.items.map { .init($0.name, .string($0.value)) })),
    ])
  }
}
