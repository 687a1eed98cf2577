import AppAssociation
package import HTTPCore
import ShortLinks

/// Answers the public listeners: request to route, route to decision, decision to answer.
package final class PublicHandler: HTTPHandler {
  private let router: PublicRouter
  private let proxies: TrustedProxies
  private let journal: RequestJournal

  package init(snapshot: ServiceSnapshot, proxies: TrustedProxies, journal: RequestJournal) {
    router = PublicRouter(snapshot: snapshot)
    self.proxies = proxies
    self.journal = journal
  }

  private var snapshot: ServiceSnapshot { router.snapshot }

  package func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake { .collect }

  package func answer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer {
    .ready(response(to: request, from: peer, at: now))
  }

  package func response(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPResponse {
    let host = requestedHost(request, peer)
    guard let site = router.site(host: host) else {
      return snapshot.unknownHost.notFound.response(to: request)
    }
    let visit = PublicVisit(
      request: request, site: site, host: host, now: now, snapshot: snapshot)
    guard request.targetForm != .asterisk else { return visit.options() }
    let route = router.route(
      site: site, path: visit.path, query: visit.query ?? [])
    switch (request.method, route) {
    case (_, .nothing): return visit.notices.notFound.response(to: request)
    case (_, .unreadablePath): return visit.notices.badRequest.response(to: request)
    case (.get, _), (.head, _): return answer(route, visit)
    case (.options, _): return visit.options()
    default: return visit.methodNotAllowed()
    }
  }

  private func answer(_ route: PublicRoute, _ visit: PublicVisit) -> HTTPResponse {
    switch route {
    case .unknownHost: snapshot.unknownHost.notFound.response(to: visit.request)
    case .unreadablePath: visit.notices.badRequest.response(to: visit.request)
    case .appleDocument: visit.document(visit.site.appleDocument)
    case .androidDocument: visit.document(visit.site.androidDocument)
    case .wellKnownFile(let file): visit.wellKnown(file)
    case .banner: visit.banner(router)
    case .resolve: visit.resolution(router)
    case .shortLink(let link, .visit): visit.shortLink(link)
    case .shortLink(let link, .qrCode): visit.qrCode(link)
    case .page(let route, let match): visit.page(route, match)
    case .nothing: visit.notices.notFound.response(to: visit.request)
    }
  }

  /// The host that was asked for: what a trusted proxy says of it, or else what the client wrote.
  private func requestedHost(_ request: HTTPRequest, _ peer: HTTPPeer) -> ArraySlice<UInt8> {
    if let forwarded = proxies.client(of: request, from: peer).forwardedHost {
      return HTTPHost.name(of: Array(forwarded.utf8)[...])
    }
    return HTTPHost.name(of: request.authority.map { request.fields.bytes[$0] } ?? [])
  }

  package func response(to failure: HTTPFailure, from peer: HTTPPeer) -> HTTPResponse {
    let text = failure.message
    let page = NoticePage(
      language: "en", siteTitle: nil,
      title: "\(failure.status.code) \(failure.status.reasonPhrase)",
      text: text.prefix(1).uppercased() + text.dropFirst() + ".")
    var fields = HTTPFields([
      "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
    ])
    snapshot.security.append(to: &fields)
    if failure.status == .serviceUnavailable { fields.append("Retry-After", "1") }
    return HTTPResponse(
      failure.status, fields: fields, body: page.html(), route: RouteLabel.malformed.rawValue,
      outcome: "malformed", closesConnection: true)
  }

  package func finished(_ exchange: borrowing HTTPExchange) {
    journal.record(exchange, proxies: proxies)
  }

  package func tick(at now: HTTPInstant) {
    journal.flush()
  }
}
