import AppAssociation
package import HTTPCore
import Links
package import Service
package import SiteModel

/// Answers the public listeners: request to place, place to decision, decision to answer.
package final class PublicHandler: HTTPHandler {
  private let service: PublicService
  private let finder: LinkFinder
  private let proxies: TrustedProxies
  private let journal: RequestJournal
  private let recorder: ClickRecorder
  private let agents = AgentCache()
  /// The agent of the last answered visit, which is nearly always the next one to be counted.
  @exclusivity(unchecked) private var lastAgent: UserAgent?
  private let pictures = QRPictureCache()

  /// - Parameter recorder: the recorder of the handler's worker.
  package init(
    snapshot: ServiceSnapshot, prepared: PreparedSites, proxies: TrustedProxies,
    journal: RequestJournal, directory: LinkDirectory, recorder: ClickRecorder
  ) {
    service = PublicService(snapshot: snapshot, prepared: prepared, directory: directory)
    finder = LinkFinder(snapshot, directory)
    self.proxies = proxies
    self.journal = journal
    self.recorder = recorder
  }

  private var directory: LinkDirectory { service.directory }

  package func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake { .collect }

  package func answer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer {
    let host = requestedHost(request, peer)
    guard let site = service.snapshot.site(named: host) else {
      return .ready(service.prepared.unknownHost.notFound.response(to: request))
    }
    let visit = PublicVisit(
      request: request, site: site, host: host, now: now, service: service)
    guard request.targetForm != .asterisk else { return .ready(visit.options()) }
    let place = finder.place(site: site, host: host, path: visit.path, query: visit.query)
    return answer(place, visit, peer)
  }

  private func answer(
    _ place: Place, _ visit: PublicVisit, _ peer: HTTPPeer
  ) -> HTTPAnswer {
    switch place {
    case .shortLink(let link, .visit), .longLink(let link): follow(link, .visit, visit, peer)
    case .shortLink(let link, .explanation): follow(link, .explanation, visit, peer)
    case .shortLink(let link, .qrCode): .ready(visit.shown { visit.qrCode(link, pictures) })
    case .page(let route, let match):
      .ready(
        visit.shown { visit.page(route, match, agents.agent(visit.request.first("User-Agent"))) })
    case .appleDocument:
      .ready(visit.shown { visit.document(visit.prepared.appleDocument, .appleDocument) })
    case .androidDocument:
      .ready(visit.shown { visit.document(visit.prepared.androidDocument, .androidDocument) })
    case .wellKnownFile(let file): .ready(visit.shown { visit.wellKnown(file) })
    case .siteFile(let file): .ready(visit.shown { visit.file(file) })
    case .missingFile: .ready(visit.notices.missingFile.response(to: visit.request))
    case .pageCode: .ready(visit.shown { visit.pageCode(pictures) })
    case .root: .ready(visit.shown { visit.root() })
    case .banner: .ready(visit.shown { visit.banner(finder) })
    case .resolve: .ready(visit.shown { resolution(visit, peer) })
    case .launches: launches(visit, peer)
    case .unknownSlug: .ready(miss(visit, peer))
    case .excluded, .nothing: .ready(visit.notices.notFound.response(to: visit.request))
    case .unreadable: .ready(visit.notices.badRequest.response(to: visit.request))
    case .refusedLongLink(let fault): .ready(visit.refusal(of: fault))
    case .unreachableSlug: .ready(visit.storeFailure())
    }
  }

  private func follow(
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

  private func resolution(_ visit: PublicVisit, _ peer: HTTPPeer) -> HTTPResponse {
    let client = proxies.client(of: visit.request, from: peer).address
    if let wait = directory.guards.resolutions.take(client, at: visit.now) {
      return Problem.tooManyRequests("too many addresses were resolved", wait: wait).response()
    }
    return visit.resolution(finder)
  }

  private func launches(_ visit: PublicVisit, _ peer: HTTPPeer) -> HTTPAnswer {
    switch visit.request.method {
    case .post: break
    case .options: return .ready(LaunchCollection.options())
    default: return .ready(LaunchCollection.methodNotAllowed(visit.request.method))
    }
    let client = proxies.client(of: visit.request, from: peer).address
    return LaunchCollection(
      request: visit.request, client: client, now: visit.now, snapshot: service.snapshot,
      directory: directory
    ).answer()
  }

  /// A name without a link. A client that tries many of them has to wait.
  private func miss(_ visit: PublicVisit, _ peer: HTTPPeer) -> HTTPResponse {
    let client = proxies.client(of: visit.request, from: peer).address
    guard let wait = directory.guards.misses.take(client, at: visit.now) else {
      return visit.notices.notFound.response(to: visit.request)
    }
    var answer = visit.notices.tooMany.response(to: visit.request)
    answer.fields.append("Retry-After", String(wait))
    return answer
  }

  /// The requested host: from a trusted proxy's field, or else from the client's.
  private func requestedHost(_ request: HTTPRequest, _ peer: HTTPPeer) -> ArraySlice<UInt8> {
    if let forwarded = proxies.forwardedHost(of: request, from: peer) {
      return HTTPHost.name(of: Array(forwarded.utf8)[...])
    }
    return HTTPHost.name(of: request.authority.map(request.bytes) ?? [])
  }

  package func response(to failure: HTTPFailure, from peer: HTTPPeer) -> HTTPResponse {
    let text = failure.message
    let page = NoticePage(
      frame: service.prepared.frame,
      title: "\(failure.status.code) \(failure.status.reasonPhrase)",
      text: text.prefix(1).uppercased() + text.dropFirst() + ".")
    var fields = HTTPFields([
      "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
    ])
    service.prepared.frame.security.append(to: &fields)
    if failure.status == .serviceUnavailable { fields.append("Retry-After", "1") }
    return HTTPResponse(
      failure.status, fields: fields, body: page.html(), route: .malformed, outcome: .malformed,
      closesConnection: true)
  }

  package func finished(
    _ request: HTTPRequest?, _ response: HTTPResponse, _ exchange: HTTPExchange
  ) {
    journal.record(request, response, exchange, proxies: proxies)
    if let link = response.subject as? ServedLink, let request {
      count(link, request, response, exchange.finishedAt)
    }
  }

  /// Counts an answer once it is being sent.
  private func count(
    _ link: ServedLink, _ request: HTTPRequest, _ response: HTTPResponse, _ now: HTTPInstant
  ) {
    // Proxies and messengers send HEAD before GET.
    if case .head = request.method { return }
    guard link.hasName else { return }
    // A late answer may belong to an earlier visit than the last one.
    let mayBeLate = request.method == .post || link.link.maxClicks != nil
    let last = mayBeLate ? nil : lastAgent
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
