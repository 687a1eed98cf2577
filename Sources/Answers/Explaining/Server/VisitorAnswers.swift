package import Links
package import SiteModel

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
    guard let link = place.followedLink else {
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
      decision: decision, server: answer(decision, snapshot.sites[url.site]), visits: visits,
      draw: draw)
  }
}

extension Place {
  /// The link that a visit of the place follows; nil for its pictures and everything else.
  fileprivate var followedLink: ServedLink? {
    switch self {
    case .shortLink(let link, .visit), .longLink(let link, _): link
    default: nil
    }
  }
}
