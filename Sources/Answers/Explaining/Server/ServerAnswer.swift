import AppAssociation
import HTTPCore
package import JSONSyntax
package import Links
package import SiteModel
import WebSyntax

/// The server's answer to a GET of a URL before it is written, derived from the same resolver and
/// decisions as the answers of the public listeners.
package struct ServerAnswer: Equatable, Sendable {
  package let kind: Kind
  package let status: Int
  package var location: String?

  package enum Kind: String, CaseIterable, Sendable {
    case document, file, page, redirect, landing, preview, form, explanation, banner, resolution
    case qrCode = "qr-code"
    case pixel
    case missing, gone, forbidden, refused, unavailable
    case notAllowed = "not-allowed"
  }

  init(_ kind: Kind, _ status: Int, location: String? = nil) {
    self.kind = kind
    self.status = status
    self.location = location
  }

  package var output: JSONOutput {
    ["answer": .string(kind.rawValue), "status": .int(status), "location": .optional(location)]
  }
}

package struct ServerAnswers {
  let snapshot: ServiceSnapshot
  let now: Timestamp
  let links: LinkNotebook

  package init(_ snapshot: ServiceSnapshot, now: Timestamp, links: LinkNotebook) {
    self.snapshot = snapshot
    self.now = now
    self.links = links
  }

  /// Returns the answer to a visitor without a password.
  package func answer(
    to agent: UserAgent, traits: VisitorTraits = VisitorTraits(), at url: OwnURL
  ) -> ServerAnswer {
    let place = links.place(of: url)
    return answer(
      at: url, place, decision(at: url, place, agent: agent, traits: traits), agent: agent,
      traits: traits)
  }

  /// Returns the decision about a link; nil for its pictures and for anything but a link.
  func decision(
    at url: OwnURL, _ place: Place, agent: UserAgent, traits: VisitorTraits
  ) -> Decision? {
    let link: ServedLink
    var asksForExplanation = false
    switch place {
    case .shortLink(let found, .visit), .longLink(let found, _): link = found
    case .shortLink(let found, .explanation): (link, asksForExplanation) = (found, true)
    default: return nil
    }
    var visit = visit(to: link, at: url)
    (visit.agent, visit.traits) = (agent, traits)
    visit.wantsExplanation = visit.wantsExplanation || asksForExplanation
    return Links.decide(link.link, visit: visit, now: now, site: link.site)
  }

  func visit(to link: ServedLink, at url: OwnURL) -> Visit {
    var visit = url.visit(to: link, clicks: links.clicks(of: link.link))
    visit.host = url.host
    return visit
  }

  /// - Parameter decision: the decision about the link; nil when there is no link.
  func answer(
    at url: OwnURL, _ place: Place, _ decision: Decision?, agent: UserAgent, traits: VisitorTraits
  ) -> ServerAnswer {
    let site = snapshot.sites[url.site]
    switch place {
    case .shortLink(let link, .qrCode(let form)): return code(of: link, form, url)
    case .shortLink(_, .pixel): return ServerAnswer(.pixel, 200)
    case .shortLink, .longLink:
      return decision.map { Self.answer($0, site) } ?? ServerAnswer(.missing, 404)
    case .page(let rule, let match):
      guard let web = site.routes[rule].web else { return ServerAnswer(.page, 200) }
      return ServerAnswer(.redirect, 302, location: url.address(of: web, match))
    case .respelled(let path):
      let query = url.query.map { [UInt8(ascii: "?")] + $0 } ?? []
      return ServerAnswer(
        .redirect, 308, location: String(decoding: path + query, as: UTF8.self))
    case .document(let document):
      return site.documents[document] == nil
        ? ServerAnswer(.missing, 404) : ServerAnswer(.document, 200)
    case .changePassword: return redirect(to: site.changePassword, url)
    case .wellKnownFile, .siteFile: return ServerAnswer(.file, 200)
    case .missingFile: return ServerAnswer(.missing, 404)
    case .root: return redirect(to: site.root, url)
    case .pageCode: return pageCode(url)
    case .banner:
      var query = (url.query ?? [])[...]
      _ = SiteBanner.take(from: &query)
      let isAsked = URLParameter.value(in: query) != nil
      return isAsked ? ServerAnswer(.banner, 200) : ServerAnswer(.refused, 400)
    case .resolve: return resolution(url, agent, traits)
    case .launches, .claims, .appLinks: return ServerAnswer(.notAllowed, 405)
    case .unreadable, .refusedLongLink: return ServerAnswer(.refused, 400)
    case .unreachableSlug: return ServerAnswer(.unavailable, 503)
    case .unknownSlug, .excluded, .nothing: return Self.missing(on: site)
    }
  }

  /// Returns the answer for an unknown path; a site may redirect browsers elsewhere.
  private static func missing(on site: CompiledSite) -> ServerAnswer {
    guard case .redirect(let url) = site.definition.notFound else {
      return ServerAnswer(.missing, 404)
    }
    return ServerAnswer(.missing, 302, location: url)
  }

  private func redirect(to target: WebLocation?, _ url: OwnURL) -> ServerAnswer {
    ServerAnswer(.redirect, 302, location: target.map { url.address(of: $0) })
  }

  private func pageCode(_ url: OwnURL) -> ServerAnswer {
    switch snapshot.pageCode(query: url.query.map { $0[...] }, host: url.host) {
    case .address: ServerAnswer(.qrCode, 200)
    case .missingParameter: ServerAnswer(.refused, 400)
    case .nothing: ServerAnswer(.missing, 404)
    }
  }

  /// Returns the answer that a decision about a link of a site makes.
  static func answer(_ decision: Decision, _ site: CompiledSite) -> ServerAnswer {
    switch decision.outcome {
    case .redirect(let location, let status):
      ServerAnswer(.redirect, status.rawValue, location: location)
    case .landing: ServerAnswer(.landing, 200)
    case .preview: ServerAnswer(.preview, 200)
    case .passwordForm: ServerAnswer(.form, 200)
    case .explanation: ServerAnswer(.explanation, 200)
    case .notFound: missing(on: site)
    case .gone: ServerAnswer(.gone, 410)
    }
  }

  private func code(
    of link: ServedLink, _ form: QRCodeSettings.Form, _ url: OwnURL
  ) -> ServerAnswer {
    guard (try? QRCodeSettings(form, query: (url.query ?? [])[...])) != nil else {
      return ServerAnswer(.refused, 400)
    }
    return switch link.codeOutcome(clicks: links.clicks(of: link.link), now: now) {
    case .shown: ServerAnswer(.qrCode, 200)
    case .notFound: ServerAnswer(.missing, 404)
    case .gone: ServerAnswer(.gone, 410)
    }
  }

  private func resolution(
    _ url: OwnURL, _ agent: UserAgent, _ traits: VisitorTraits
  ) -> ServerAnswer {
    let question = AppQuestion(
      snapshot, host: url.host, now: now, agent: agent, traits: traits, place: links.placeInApp,
      clicks: links.clicks)
    return switch question.answer(query: url.query.map { $0[...] }) {
    case .destination: ServerAnswer(.resolution, 200)
    case .missingParameter, .unknownWay: ServerAnswer(.refused, 400)
    case .unknownURL, .nothing, .notYet: ServerAnswer(.missing, 404)
    case .gone: ServerAnswer(.gone, 410)
    case .needsPassword: ServerAnswer(.forbidden, 403)
    case .unreachable: ServerAnswer(.unavailable, 503)
    }
  }
}

/// What visitors of one kind get at a short URL.
package struct VisitorAnswer: Equatable, Sendable {
  /// The decision of the link; nil where the address leads to something else.
  package let decision: Decision?
  package let server: ServerAnswer
  /// How many of a hundred visits get it.
  package let visits: Int
  /// The lowest draw that leads to it.
  package let draw: Int
}

/// What the address of a link does now for everybody, as the public listeners answer.
package struct VisitorAnswers: Equatable, Sendable {
  /// The answers for each kind of visitor, the most frequent first.
  package fileprivate(set) var answers: [Decision.Visitor: [VisitorAnswer]] = [:]
  /// The same for those who have given the password; empty for a link that does not ask for one.
  package fileprivate(set) var afterPassword: [Decision.Visitor: [VisitorAnswer]] = [:]
  /// What each rule of the link leads to, after the password; nil for a rule that applies to nobody.
  package fileprivate(set) var rules: [VisitorAnswer?] = []

  package init() {}
}

extension ServerAnswers {
  /// The answers to all kinds of visitors at a URL, in whatever state its link is.
  package func visitors(at url: OwnURL) -> VisitorAnswers {
    var all = VisitorAnswers()
    let place = links.place(of: url)
    let link: ServedLink
    switch place {
    case .shortLink(let found, .visit), .longLink(let found, _): link = found
    // The pictures of a link are the same for all visitors, like everything else.
    default:
      for visitor in Decision.Visitor.allCases {
        let answer = answer(
          at: url, place, nil, agent: visitor.agent, traits: VisitorTraits())
        all.answers[visitor] = [VisitorAnswer(decision: nil, server: answer, visits: 100, draw: 0)]
      }
      return all
    }
    var visit = visit(to: link, at: url)
    all.answers = shares(link, visit, url)
    let asks = all.answers.values.contains { $0.contains { $0.decision?.outcome == .passwordForm } }
    if asks {
      visit.isPasswordVerified = true
      all.afterPassword = shares(link, visit, url)
    }
    all.rules = link.link.rules.indices.map { position in
      let branch = Decision.branch(
        of: link.link, rule: position, host: url.host, clicks: visit.clicksSoFar, now: now,
        site: link.site)
      return branch.map { answer($0.decision, visits: 100, draw: 0, at: url) }
    }
    return all
  }

  private func shares(
    _ link: ServedLink, _ visit: Visit, _ url: OwnURL
  ) -> [Decision.Visitor: [VisitorAnswer]] {
    var shares: [Decision.Visitor: [VisitorAnswer]] = [:]
    for visitor in Decision.Visitor.allCases {
      shares[visitor] = Decision.shares(
        of: link.link, visitor: visitor, visit: visit, now: now, site: link.site
      ).map { answer($0.decision, visits: $0.visits, draw: $0.draw, at: url) }
    }
    return shares
  }

  private func answer(
    _ decision: Decision, visits: Int, draw: Int, at url: OwnURL
  ) -> VisitorAnswer {
    VisitorAnswer(
      decision: decision, server: Self.answer(decision, snapshot.sites[url.site]), visits: visits,
      draw: draw)
  }
}
