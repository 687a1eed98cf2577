import AppAssociation
package import HTTPCore
import ShortLinks

/// Answers the public listeners: request to route, route to decision, decision to answer.
package final class PublicHandler: HTTPHandler {
  private let router: PublicRouter
  private let proxies: TrustedProxies
  private let journal: RequestJournal
  private let service: PublicService
  private let recorder: ClickRecorder
  private let agents = AgentCache()
  /// Of the visit that was answered last, which is nearly always the one that is counted next.
  @exclusivity(unchecked) private var lastAgent: UserAgent?
  private let pictures = QRPictureCache()

  /// - Parameter recorder: of the worker that the handler is made for.
  package init(
    snapshot: ServiceSnapshot, proxies: TrustedProxies, journal: RequestJournal,
    directory: LinkDirectory, recorder: ClickRecorder
  ) {
    router = PublicRouter(snapshot: snapshot, links: LinkFinder(directory))
    self.proxies = proxies
    self.journal = journal
    service = PublicService(snapshot: snapshot, directory: directory)
    self.recorder = recorder
  }

  private var snapshot: ServiceSnapshot { service.snapshot }
  private var directory: LinkDirectory { service.directory }

  package func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake { .collect }

  package func answer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer {
    let host = requestedHost(request, peer)
    guard let site = router.site(named: host) else {
      return .ready(snapshot.unknownHost.notFound.response(to: request))
    }
    let visit = PublicVisit(
      request: request, site: site, host: host, now: now, service: service)
    guard request.targetForm != .asterisk else { return .ready(visit.options()) }
    if let link = visit.longLink() { return answer(link, visit, peer) }
    let route = router.route(
      site: site, host: host, path: visit.path, query: visit.query ?? [])
    switch route {
    case .shortLink(let link, .visit): return answer(link, .visit, visit, peer)
    case .shortLink(let link, .explanation): return answer(link, .explanation, visit, peer)
    case .launches: return launches(visit, peer)
    case .resolve:
      let client = proxies.client(of: request, from: peer).address
      if let wait = directory.guards.resolutions.take(client, at: now) {
        return .ready(ProblemAnswer.tooManyRequests("too many addresses were resolved", wait))
      }
      return .ready(response(route, visit, peer))
    default: return .ready(response(route, visit, peer))
    }
  }

  private func response(
    _ route: PublicRoute, _ visit: PublicVisit, _ peer: HTTPPeer
  ) -> HTTPResponse {
    switch (visit.request.method, route) {
    case (_, .unknownSlug): miss(visit, peer)
    case (_, .nothing): visit.notices.notFound.response(to: visit.request)
    case (_, .unreadablePath): visit.notices.badRequest.response(to: visit.request)
    case (_, .storeFailed): visit.storeFailure()
    case (.get, _), (.head, _): shown(route, visit)
    case (.options, _): visit.options()
    default: visit.methodNotAllowed()
    }
  }

  private func shown(_ route: PublicRoute, _ visit: PublicVisit) -> HTTPResponse {
    switch route {
    case .unknownHost: snapshot.unknownHost.notFound.response(to: visit.request)
    case .unreadablePath: visit.notices.badRequest.response(to: visit.request)
    case .appleDocument: visit.document(visit.site.appleDocument)
    case .androidDocument: visit.document(visit.site.androidDocument)
    case .wellKnownFile(let file): visit.wellKnown(file)
    case .banner: visit.banner(router)
    case .resolve: visit.resolution(router)
    case .launches: visit.notices.notFound.response(to: visit.request)
    case .shortLink(let link, _): visit.qrCode(link, pictures)
    case .page(let route, let match): visit.page(route, match)
    case .nothing, .unknownSlug: visit.notices.notFound.response(to: visit.request)
    case .storeFailed: visit.storeFailure()
    }
  }

  private func answer(
    _ link: ServedLink, _ face: ShortLinkFace, _ visit: PublicVisit, _ peer: HTTPPeer
  ) -> HTTPAnswer {
    let agent = agents.agent(visit.request.first("User-Agent"))
    lastAgent = agent
    if let ready = visit.readyAnswer(link, face, agent) { return .ready(ready) }
    let takesForm = link.link.password != nil
    switch visit.request.method {
    case .get, .head: break
    case .post where takesForm: break
    case .options: return .ready(visit.options())
    default: return .ready(visit.methodNotAllowed(takesForm: takesForm))
    }
    let client = takesForm ? proxies.client(of: visit.request, from: peer).address : nil
    return ShortLinkVisit(
      visit: visit, link: link, agent: agent, client: client,
      asksForExplanation: face == .explanation, directory: directory
    ).answer()
  }

  /// A long link of Firebase's, which is decided as a short one would be.
  private func answer(
    _ link: Result<ServedLink, DynamicLink.Fault>, _ visit: PublicVisit, _ peer: HTTPPeer
  ) -> HTTPAnswer {
    switch link {
    case .failure(let fault):
      guard visit.request.wantsProblem else {
        return .ready(visit.notices.foreignLink.response(to: visit.request))
      }
      return .ready(
        ProblemAnswer.response(
          .badRequest, type: "invalid-dynamic-link", detail: fault.message))
    case .success(let link): return answer(link, .visit, visit, peer)
    }
  }

  private func launches(_ visit: PublicVisit, _ peer: HTTPPeer) -> HTTPAnswer {
    switch visit.request.method {
    case .post: break
    case .options: return .ready(LaunchCollection.options())
    default: return .ready(LaunchCollection.methodNotAllowed(visit.request.method))
    }
    let client = proxies.client(of: visit.request, from: peer).address
    return LaunchCollection(
      request: visit.request, client: client, now: visit.now, snapshot: snapshot,
      directory: directory
    ).answer()
  }

  /// A name that no link has. Who tries out many of them is told to wait.
  private func miss(_ visit: PublicVisit, _ peer: HTTPPeer) -> HTTPResponse {
    let client = proxies.client(of: visit.request, from: peer).address
    guard let wait = directory.guards.misses.take(client, at: visit.now) else {
      return visit.notices.notFound.response(to: visit.request)
    }
    var answer = visit.notices.tooMany.response(to: visit.request)
    answer.fields.append("Retry-After", String(wait))
    return answer
  }

  /// The host that was asked for: what a trusted proxy says of it, or else what the client wrote.
  private func requestedHost(_ request: HTTPRequest, _ peer: HTTPPeer) -> ArraySlice<UInt8> {
    if let forwarded = proxies.forwardedHost(of: request, from: peer) {
      return HTTPHost.name(of: Array(forwarded.utf8)[...])
    }
    return HTTPHost.name(of: request.authority.map(request.bytes) ?? [])
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

  package func finished(
    _ request: HTTPRequest?, _ response: HTTPResponse, _ exchange: HTTPExchange
  ) {
    journal.record(request, response, exchange, proxies: proxies)
    if let link = response.subject as? ServedLink, let request {
      count(link, request, response, exchange.finishedAt)
    }
  }

  /// The answer is on its way: now it is counted.
  private func count(
    _ link: ServedLink, _ request: HTTPRequest, _ response: HTTPResponse, _ now: HTTPInstant
  ) {
    // Proxies and messengers ask with HEAD before they ask with GET.
    if case .head = request.method { return }
    guard link.hasName else { return }
    // An answer that came later may have been overtaken by others.
    let last = request.method == .post ? nil : lastAgent
    let agent = last ?? agents.agent(request.first("User-Agent"))
    let outcome: ClickRecorder.Outcome =
      switch response.status {
      case .ok: agent.previewBot == nil ? .landing : .preview
      default: .redirect
      }
    recorder.count(
      link, agent: agent, referrer: ReferrerHost.name(request), outcome: outcome, at: now)
  }

  package func tick(at now: HTTPInstant) {
    journal.flush()
    recorder.tick(at: now)
  }
}
