import WebSyntax

extension Decision {
  /// A kind of visitor and the decision of a link for it.
  package struct Branch: Equatable, Sendable {
    package let visitor: Visitor
    package let decision: Decision
  }

  /// The kinds of visitors that explanations distinguish.
  package enum Visitor: String, CaseIterable, Sendable {
    case iPhone = "iPhone, Safari"
    case iPhoneInApp = "iPhone, in another app's browser"
    case iPad = "iPad"
    case androidChrome = "Android, Chrome"
    case androidOther = "Android, another browser"
    case androidInApp = "Android, in another app's browser"
    case desktop = "desktop"
    case preview = "a service that shows previews"

    package var agent: UserAgent {
      var agent = UserAgent()
      switch self {
      case .iPhone: (agent.platform, agent.browser) = (.iPhone, .safari)
      case .iPhoneInApp: (agent.platform, agent.inAppBrowser) = (.iPhone, .unnamed)
      case .iPad: (agent.platform, agent.browser) = (.iPad, .safari)
      case .androidChrome: (agent.platform, agent.browser) = (.android, .chrome)
      case .androidOther: (agent.platform, agent.browser) = (.android, .firefox)
      case .androidInApp: (agent.platform, agent.inAppBrowser) = (.android, .unnamed)
      case .desktop: (agent.platform, agent.browser) = (.windows, .chrome)
      case .preview: (agent.previewBot, agent.isBot) = (.facebook, true)
      }
      return agent
    }
  }

  /// The decisions of a link for every kind of visitor with the same query, clicks and password.
  package static func branches(
    of link: ShortLink, visit: Visit, now: Timestamp, site: LinkSite
  ) -> [Branch] {
    Visitor.allCases.map { visitor in
      let visit = visitor.visit(like: visit)
      return Branch(
        visitor: visitor, decision: Links.decide(link, visit: visit, now: now, site: site))
    }
  }
}

extension Decision {
  /// A decision of a link for one kind of visitor, and how often it is made.
  package struct Share: Equatable, Sendable {
    package let decision: Decision
    package fileprivate(set) var visits: Int
    /// The lowest draw that leads to it.
    package let draw: Int
  }

  /// The decisions of a link for one kind of visitor: a single one, unless its rules divide the visits
  /// among them. The most frequent comes first.
  package static func shares(
    of link: ShortLink, visitor: Visitor, visit: Visit, now: Timestamp, site: LinkSite
  ) -> [Share] {
    var visit = visitor.visit(like: visit)
    guard link.rules.contains(where: { $0.condition.share != nil }) else {
      let decision = Links.decide(link, visit: visit, now: now, site: site)
      return [Share(decision: decision, visits: 100, draw: visit.traits.draw)]
    }
    // A link that has ended decides without its rules.
    var (shares, places): ([Share], [Int?: Int]) = ([], [:])
    for draw in 0..<100 {
      visit.traits.draw = draw
      let rule = link.rule(for: visit, now: now)
      if let place = places[rule] {
        shares[place].visits += 1
        continue
      }
      let decision = Links.decide(link, visit: visit, now: now, site: site)
      let place = shares.firstIndex { $0.decision == decision } ?? shares.count
      if place == shares.count {
        shares.append(Share(decision: decision, visits: 0, draw: draw))
      }
      shares[place].visits += 1
      places[rule] = place
    }
    return shares.sorted { ($0.visits, $1.draw) > ($1.visits, $0.draw) }
  }
}

extension Decision.Visitor {
  fileprivate func visit(like visit: Visit) -> Visit {
    var visit = visit
    visit.agent = agent
    visit.wantsExplanation = false
    return visit
  }
}

extension Decision {
  /// The decision of a link for a visitor to whom one of its rules applies, after the password was
  /// given.
  ///
  /// - Parameter clicks: the clicks before this one.
  /// - Returns: nil when the rule applies to no visit now: it has not begun, is over, or is never
  ///   reached.
  package static func branch(
    of link: ShortLink, rule position: Int, host: String, clicks: Int = 0, now: Timestamp,
    site: LinkSite
  ) -> Branch? {
    guard link.rules.indices.contains(position) else { return nil }
    let condition = link.rules[position].condition
    var visit = Visit(
      query: condition.visitQuery, host: host, isPasswordVerified: true, clicksSoFar: clicks)
    visit.wantsExplanation = false
    visit.traits.language = condition.languages.first ?? ""
    visit.traits.country = condition.countries.first ?? ""
    let draws = link.rules.contains { $0.condition.share != nil } ? 100 : 1
    for (visitor, agent) in Visitor.agents(on: condition.platforms) {
      visit.agent = agent
      for draw in 0..<draws {
        visit.traits.draw = draw
        guard link.rule(for: visit, now: now) == position else { continue }
        return Branch(
          visitor: visitor, decision: Links.decide(link, visit: visit, now: now, site: site))
      }
    }
    return nil
  }
}

extension Decision.Visitor {
  /// User agents of people on the given platforms; on every platform if the list is empty.
  fileprivate static func agents(
    on platforms: [UserAgent.Platform]
  ) -> [(visitor: Self, agent: UserAgent)] {
    let own = allCases.filter { $0 != .preview }.map { (visitor: $0, agent: $0.agent) }
    let others = UserAgent.Platform.allCases.map { platform in
      var agent = desktop.agent
      agent.platform = platform
      return (visitor: desktop, agent: agent)
    }
    return (own + others).filter { entry in
      platforms.isEmpty || platforms.contains(entry.agent.platform)
    }
  }
}

extension LinkRule.Condition {
  /// A query with every required item; nil when none is required.
  fileprivate var visitQuery: String? {
    guard !query.isEmpty else { return nil }
    return query.map { item in
      PercentCoding.encodeComponent(item.name) + "=" + PercentCoding.encodeComponent(item.value)
    }.joined(separator: "&")
  }
}
