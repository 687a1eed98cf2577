package import HTTPCore
import LinkStorage
import Links
package import Service
package import SiteModel
import WebSyntax

/// Answers the public listeners: finds the place of a request, decides, and answers.
package final class PublicHandler: HTTPHandler {
  let service: PublicService
  let finder: LinkFinder
  private let proxies: TrustedProxies
  private let clients: ClientReader
  private let journal: RequestJournal
  let recorder: ClickRecorder
  private let edge: PublicEdge
  private let agents = AgentCache()
  let visitors: VisitorReader
  private let hosts: HostReader
  /// The agent of a visit to a link that was answered at once, until it is counted.
  @exclusivity(unchecked) var lastAgent: UserAgent?
  let pages: PageCache

  /// - Parameters:
  ///   - snapshot: the sites.
  ///   - prepared: their prepared answers.
  ///   - proxies: the proxies that are trusted to name clients.
  ///   - journal: records every answer.
  ///   - directory: the links of the store.
  ///   - recorder: the recorder of the handler's worker.
  ///   - edge: the answers given before any site is involved.
  ///   - sources: the sources, besides requests, that distinguish visitors.
  package init(
    snapshot: ServiceSnapshot, prepared: PreparedSites, proxies: TrustedProxies,
    journal: RequestJournal, directory: LinkDirectory, recorder: ClickRecorder,
    edge: PublicEdge = PublicEdge(), sources: VisitorSources = VisitorSources()
  ) {
    self.edge = edge
    clients = ClientReader(proxies)
    visitors = VisitorReader(sources, clients: clients)
    hosts = HostReader(snapshot, proxies)
    service = PublicService(snapshot: snapshot, prepared: prepared, directory: directory)
    finder = LinkFinder(snapshot, directory, prepared.recentLinks)
    pages = PageCache()
    self.proxies = proxies
    self.journal = journal
    self.recorder = recorder
  }

  var directory: LinkDirectory { service.directory }

  /// Bodies are read only when expected: the form of a link with a password, and what apps report and
  /// make. Otherwise the answer is the same as without a body and does not wait for one.
  package func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake {
    clients.begin()
    if edge.isActive, let answer = answerOfEdge(request, peer) { return .refuse(answer) }
    guard request.method == .post, let visit = visit(request, peer, now) else {
      return refusal(of: request.method, answer(to: request, from: peer, at: now))
    }
    return found(by: visit) { [self] place, _ in
      expectedBody(place, visit)
        ?? refusal(of: request.method, answer(to: request, from: peer, at: now))
    }
  }

  /// Refuses the body of a request that is answered without it.
  private func refusal(of method: HTTPMethod, _ answer: HTTPAnswer) -> HTTPIntake {
    switch answer {
    case .ready(var response):
      response.closesConnection = true
      return .refuse(response)
    case .unread(let reading): return .unread(reading.map { [self] in refusal(of: method, $0) })
    case .deferred: return .refuse(PublicVisit.unexpectedBody(method))
    }
  }

  package func answer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer {
    clients.begin()
    if edge.isActive, let answer = answerOfEdge(request, peer) { return .ready(answer) }
    if let document = document(for: request) { return .ready(document) }
    if let refusal = refusal(of: request) { return .ready(refusal) }
    guard let visit = visit(request, peer, now) else {
      return .ready(service.prepared.unknownHost.notFound.response(to: request))
    }
    // An asterisk or a URL without a path, which mean the same here.
    if request.path.isEmpty, request.method == .options { return .ready(visit.otherMethod()) }
    let known = finder.knownPlace(
      site: visit.siteNumber, host: visit.host, path: visit.path, query: visit.query)
    if let known { return answer(known, visit) }
    return found(by: visit) { [self] place, wait in
      if let wait, case .unknownSlug = place { return .ready(visit.tooMany(wait: wait)) }
      return answer(place, visit)
    }
  }

  /// The answer of a document, which is the same for each visitor of a host: neither links nor routes nor
  /// languages matter. Nil for everything else.
  private func document(for request: HTTPRequest) -> HTTPResponse? {
    switch request.method {
    case .get, .head: break
    default: return nil
    }
    guard !proxies.mayForwardHost(request), let authority = request.authority else { return nil }
    let found = request.withHead { head -> (document: SiteDocument, site: Int)? in
      guard let document = service.snapshot.document(at: head.extracting(request.path)) else {
        return nil
      }
      return (document, hosts.host(head.extracting(authority)).site)
    }
    guard let (document, site) = found, site >= 0 else { return nil }
    return service.prepared.sites[site].document(document)?.answer(to: request, document)
  }

  /// Sends the quick redirect, which the article `QuickRedirects` describes.
  package func sendReady(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant, _ send: HTTPCore.ReadySending
  ) -> Bool {
    clients.begin()
    switch request.method {
    case .get, .head: break
    default: return false
    }
    guard request.query?.isEmpty ?? true, !proxies.mayForwardHost(request),
      edge.securePort == nil || peer.isSecure, let authority = request.authority
    else { return false }
    let snapshot = service.snapshot
    return request.withHead { head in
      let host = hosts.host(head.extracting(authority))
      let path = head.extracting(request.path)
      guard host.site >= 0, let links = snapshot.shortLinks[host.site],
        let start = links.slugStart(in: path)
      else { return false }
      let slug = path.extracting(droppingFirst: start)
      // Memory answers while it is found out who asks.
      let slugHash = ByteWords.hash(slug)
      links.approachSlot(slug: slugHash)
      recorder.sums.approachSlot(slug: slugHash)
      let agent = request.range("User-Agent").map { agents.agent(head.extracting($0)) }
      let visitor = agent ?? .absent
      links.approachRecord(slug: slugHash)
      recorder.sums.approachLink(slug: slugHash)
      var traits = ClickSums.Traits()
      if let field = request.range("Accept-Language") {
        traits.language = visitors.language(head.extracting(field)).counted
      }
      let isConfigured = links.sendReady(slug, slugHash: slugHash, for: visitor) {
        slug, status, location, rest in
        let exchange = send(status, location, rest)
        noteReady(request, status, exchange, host: links.host, slug, slugHash, visitor, traits)
      }
      guard !isConfigured, host.number >= 0 else { return isConfigured }
      return finder.sendReady(slug, links, host: host.number, for: visitor) {
        slug, status, location, rest in
        let exchange = send(status, location, rest)
        let owner = snapshot.host(numbered: host.number)
        noteReady(request, status, exchange, host: owner, slug, slugHash, visitor, traits)
      }
    }
  }

  /// Logs and counts a ready redirect that was sent.
  ///
  /// - Parameters:
  ///   - host: the host that the link belongs to, which need not be the requested one.
  ///   - slugHash: the hash of the slug (`ByteWords.hash`).
  ///   - traits: the language of the visitor; the country is added here.
  private func noteReady(
    _ request: HTTPRequest, _ status: HTTPStatus, _ exchange: HTTPExchange, host: String,
    _ slug: Span<UInt8>, _ slugHash: UInt64, _ agent: UserAgent, _ traits: ClickSums.Traits
  ) {
    journal.record(
      request, status, AnswerNote(.shortLink, .redirect), exchange, clients: clients)
    guard isCounted(request) else { return }
    var traits = traits
    visitors.addCountry(of: request, from: exchange.peer, to: &traits)
    recorder.count(
      host: host, slug: slug, slugHash: slugHash, agent: agent,
      referrer: ReferrerHost.name(request), outcome: .redirect, traits: traits,
      at: exchange.finishedAt)
  }

  /// The answer to a certificate authority, or the redirect of a request without TLS.
  private func answerOfEdge(_ request: HTTPRequest, _ peer: HTTPPeer) -> HTTPResponse? {
    if let answer = edge.challengeAnswer(to: request) { return answer }
    guard edge.securePort != nil, !peer.isSecure, !proxies.mayBeSecure(request, from: peer)
    else { return nil }
    let host = hosts.name(in: request, from: peer)
    guard service.snapshot.site(named: host) != nil else { return nil }
    return edge.redirect(of: request, host: String(decoding: host, as: UTF8.self))
  }

  /// The refusal of a method that no address supports; nil for others.
  private func refusal(of request: HTTPRequest) -> HTTPResponse? {
    switch request.method {
    case .get, .head: nil
    default: Problem.ofMethod(request.method, allowed: PublicVisit.allowed)?.response()
    }
  }

  /// The visit of a request; nil when no site serves the host.
  private func visit(
    _ request: HTTPRequest, _ peer: HTTPPeer, _ now: HTTPInstant
  ) -> PublicVisit? {
    let host = hosts.name(in: request, from: peer)
    guard let site = service.snapshot.site(named: host) else { return nil }
    return PublicVisit(
      request: request, site: site, host: host,
      client: clients.client(of: request, from: peer).address, now: now,
      language: visitors.language(of: request).spoken, service: service)
  }

  /// Continues with the place of a visit, and with the seconds until the store may be asked about it;
  /// nil when it was asked or did not need to be.
  private func found<Next: HTTPReadable>(
    by visit: PublicVisit, then next: @escaping (Place, _ wait: Int?) -> Next
  ) -> Next {
    var wait: Int?
    return finder.find {
      // Checked before asking, since that is the cost to avoid.
      wait = directory.guards.misses.wait(visit.client, at: visit.now)
      return wait == nil
    } _: {
      $0.place(site: visit.siteNumber, host: visit.host, path: visit.path, query: visit.query)
    } then: {
      next($0, wait)
    }
  }

  func agent(of request: HTTPRequest) -> UserAgent {
    guard let field = request.range("User-Agent") else { return .absent }
    return request.withHead { agents.agent($0.extracting(field)) }
  }

  package func response(to failure: HTTPFailure, from peer: HTTPPeer) -> HTTPResponse {
    Notice.response(to: failure, in: service.prepared.frame)
  }

  package func finished(
    _ request: HTTPRequest?, _ response: HTTPResponse, _ exchange: HTTPExchange
  ) {
    journal.record(request, response, exchange, clients: clients)
    // A late answer, which an earlier handler may have made, finds none.
    let agent = lastAgent
    lastAgent = nil
    guard let subject = response.subject, let request else { return }
    switch subject {
    case let link as ServedLink: count(link, rule: nil, agent, request, response, exchange)
    case let followed as FollowedRule:
      count(followed.link, rule: followed.rule, agent, request, response, exchange)
    case let opening as FirstOpening: count(opening, request, exchange)
    default: break
    }
  }

  /// Counts an answer once it is being sent.
  private func count(
    _ link: ServedLink, rule: Int?, _ agent: UserAgent?, _ request: HTTPRequest,
    _ response: HTTPResponse, _ exchange: HTTPExchange
  ) {
    guard link.hasName, isCounted(request) else { return }
    let agent = agent ?? self.agent(of: request)
    let outcome: ClickOutcome =
      switch response.status {
      case .ok: agent.previewBot == nil ? .landing : .preview
      default: .redirect
      }
    var traits = visitors.counted(request, from: exchange.peer)
    traits.rule = rule
    recorder.count(
      link, agent: agent, referrer: ReferrerHost.name(request), outcome: outcome, traits: traits,
      at: exchange.finishedAt)
  }

  /// Proxies and messengers send HEAD before GET, and browsers ask for what may be followed next.
  private func isCounted(_ request: HTTPRequest) -> Bool {
    if case .head = request.method { return false }
    return !request.isPrefetch
  }

  private func count(_ opening: FirstOpening, _ request: HTTPRequest, _ exchange: HTTPExchange) {
    guard opening.link.hasName, isCounted(request) else { return }
    var traits = ClickSums.Traits()
    traits.way = opening.way
    recorder.count(
      opening.link, agent: UserAgent(), referrer: "", outcome: .redirect, traits: traits,
      at: exchange.finishedAt)
  }

  package func tick(at now: HTTPInstant) {
    journal.flush()
    recorder.tick(at: now)
  }
}
