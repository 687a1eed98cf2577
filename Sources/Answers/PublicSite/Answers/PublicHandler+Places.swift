import HTTPCore
import Links
import Service
import SiteModel

extension PublicHandler {
  /// The intake of a body at a place that takes one; nil elsewhere.
  func expectedBody(_ place: Place, _ visit: PublicVisit) -> HTTPIntake? {
    switch place {
    case .launches: return LaunchCollection(visit: visit).intake()
    case .claims: return claims(visit).intake()
    case .appLinks: return AppLinkCreation(visit: visit).intake()
    case .shortLink(let link, .visit), .shortLink(let link, .explanation):
      if link.offersCode { return .collectSome(limit: ClaimVisit.formBytes) }
      return link.link.password == nil ? nil : .collectSome(limit: ShortLinkVisit.formBytes)
    case .page(let route, _) where visit.offersCode(onPageOf: route):
      return .collectSome(limit: ClaimVisit.formBytes)
    default: return nil
    }
  }

  func answer(_ place: Place, _ visit: PublicVisit) -> HTTPAnswer {
    switch place {
    case .longLink(let link, let warnings):
      follow(link, .visit, visit, ignored: warnings.map(\.message))
    case .shortLink(let link, .qrCode(let form)): visit.shown { visit.qrCode(link, form) }
    case .shortLink(let link, .pixel): visit.shown { follow(link, .pixel, visit) }
    case .shortLink(let link, let view): follow(link, view, visit)
    case .page(let route, _) where visit.isClaim(onPageOf: route):
      ClaimVisit(visit: visit).answer()
    case .page(let route, let match):
      visit.shown(takesForm: visit.offersCode(onPageOf: route)) {
        .ready(visit.page(route, match, agent(of: visit.request), pages))
      }
    case .respelled(let path): visit.shown { .ready(visit.respelling(path)) }
    case .document(let document): visit.shown { .ready(visit.document(document)) }
    case .changePassword: visit.shown { .ready(visit.redirect(to: visit.site.changePassword)) }
    case .wellKnownFile(let file): visit.shown { .ready(visit.wellKnown(file)) }
    case .siteFile(let file): visit.shown { .ready(visit.file(file)) }
    case .missingFile: .ready(unknown(visit, visit.notices.missingFile))
    case .pageCode: visit.shown { visit.pageCode() }
    case .root: visit.shown { .ready(visit.redirect(to: visit.site.root)) }
    case .banner: visit.shown { visit.banner(finder, agent(of: visit.request)) }
    case .resolve: visit.shown { resolution(visit) }
    case .launches: LaunchCollection(visit: visit).answer()
    case .claims: claims(visit).answer()
    case .appLinks: AppLinkCreation(visit: visit).answer()
    case .unknownSlug: .ready(miss(visit))
    case .excluded, .nothing: .ready(unknown(visit, visit.notices.notFound))
    case .unreadable: .ready(visit.notices.badRequest.response(to: visit.request))
    case .refusedLongLink(let fault): .ready(visit.refusal(of: fault))
    case .unreachableSlug: .ready(visit.storeFailure())
    }
  }

  private func follow(
    _ link: ServedLink, _ view: ShortLinkView, _ visit: PublicVisit, ignored: [String] = []
  ) -> HTTPAnswer {
    let agent = self.agent(of: visit.request)
    let takesForm = link.link.password != nil || link.offersCode
    switch visit.request.method {
    case .get, .head: break
    case .post where takesForm: break
    default: return .ready(visit.otherMethod(takesForm: takesForm))
    }
    let answer = ShortLinkVisit(
      visit: visit, link: link, agent: agent, view: view, ignored: ignored,
      traits: link.link.rules.isEmpty ? VisitorTraits() : visitors.traits(of: visit)
    ).answer()
    if case .ready = answer { lastAgent = agent }
    return answer
  }

  private func resolution(_ visit: PublicVisit) -> HTTPAnswer {
    if let wait = directory.guards.resolutions.take(visit.client, at: visit.now) {
      return .ready(
        Problem.tooManyRequests("too many addresses were resolved", wait: wait).response())
    }
    return visit.resolution(
      finder, agent: agent(of: visit.request), traits: visitors.traits(of: visit))
  }

  private func claims(_ visit: PublicVisit) -> ClaimCollection {
    ClaimCollection(
      visit: visit, agent: agent(of: visit.request), traits: visitors.traits(of: visit))
  }

  /// The answer for an unknown name. A client that tries many of them has to wait.
  private func miss(_ visit: PublicVisit) -> HTTPResponse {
    guard let wait = directory.guards.misses.take(visit.client, at: visit.now) else {
      return unknown(visit, visit.notices.notFound)
    }
    return visit.tooMany(wait: wait)
  }

  /// The answer for an address that leads nowhere, which is noted.
  private func unknown(_ visit: PublicVisit, _ notice: Notice) -> HTTPResponse {
    if case .get = visit.request.method, !visit.request.isPrefetch {
      recorder.noteUnknown(host: visit.host, path: visit.path)
    }
    return notice.response(to: visit.request, from: agent(of: visit.request))
  }
}
