/// Decides a visit. A pure function without clock, store or socket, the same for the server and for
/// explanations.
///
/// - Parameter site: the rules of the link's site; by default a link may lead anywhere.
package func decide(
  _ link: ShortLink, visit: Visit, now: Timestamp, site: LinkSite = LinkSite()
) -> Decision {
  var decider = Decider(link: link, visit: visit, now: now, site: site)
  let outcome = decider.decide()
  return Decision(outcome: outcome, reasons: decider.reasons, rule: decider.rule)
}

/// Decides a visit step by step and records the reasons.
struct Decider {
  let link: ShortLink
  let visit: Visit
  let now: Timestamp
  let site: LinkSite
  var reasons: [Decision.Reason] = []
  /// The index of the rule that applies; nil for none.
  private(set) var rule: Int?

  /// Whether the visit is by an app, which gets the destination on every system.
  fileprivate var isForApp = false

  init(link: ShortLink, visit: Visit, now: Timestamp, site: LinkSite) {
    self.link = link
    self.visit = visit
    self.now = now
    self.site = site
    // Enough for most visits, so that the list is allocated once.
    reasons.reserveCapacity(4)
  }

  mutating func decide() -> Decision.Outcome {
    if let notBefore = link.notBefore, now < notBefore {
      return reach(.notFound, because: .notYetValid(notBefore))
    }
    let ends = link.ends(at: now, clicks: visit.clicksSoFar)
    guard ends.isEmpty else {
      reasons += ends
      return end()
    }
    if link.password != nil {
      guard visit.isPasswordVerified else { return reach(.passwordForm, because: .asksPassword) }
      reasons.append(.passwordGiven)
    }
    if visit.wantsExplanation { return reach(.explanation, because: .explanationAsked) }
    chooseRule()
    if isForApp { return redirect(to: destination, because: .leadsToURL) }
    if let bot = visit.agent.previewBot {
      guard link.social.isEmpty else { return preview(bot) }
      reasons.append(.previewWithoutTags(bot))
    }
    reasons.append(.platform(visit.agent.platform))
    switch visit.agent.platform {
    case .iPhone, .iPad: return apple()
    case .android: return android()
    case .macOS, .windows, .linux, .chromeOS, .unknown: return desktop()
    }
  }

  private mutating func chooseRule() {
    guard !link.rules.isEmpty else { return }
    rule = link.rule(for: visit, now: now)
    reasons.append(
      rule.map { .ruleDecides($0, share: link.rules[$0].condition.share) } ?? .noRuleHolds)
  }

  private mutating func end() -> Decision.Outcome {
    guard let url = link.expiredURL else { return .gone }
    // A redirect of an ended link is never permanent, since its end may change.
    return redirect(to: filled(url), because: .leadsToExpiredURL, status: .found)
  }

  private mutating func preview(_ bot: UserAgent.PreviewBot) -> Decision.Outcome {
    let destination = destination
    if let refusal = refusal(of: destination) { return refusal }
    return reach(.preview(destination: destination), because: .previewBot(bot))
  }

  private mutating func desktop() -> Decision.Outcome {
    if visit.agent.platform == .macOS { reasons.append(.mayBeIPad) }
    if let fallback = link.desktop.fallback, rule == nil {
      return redirect(to: location(fallback), because: .leadsToDesktopFallback)
    }
    return redirect(to: destination, because: .leadsToURL)
  }

  // MARK: - Ends

  /// The destination of the link, or of the rule that applies, with the visit's query and the campaign.
  var destination: String { location(rule.map { link.rules[$0].url } ?? link.url) }

  /// A destination or fallback with the visit's query and the campaign. One whose values the visit
  /// lacks stays as it is, and is refused later.
  func location(_ url: String) -> String {
    var filled = filled(url)
    guard !DestinationTemplate.isOne(filled) else { return filled }
    if link.path == .append, let path = visit.path, !LinkDestination.takesPath(url) {
      filled = DestinationTemplate.appending(path, to: filled)
    }
    return QueryMerge.location(filled, of: link, visitQuery: visit.query)
  }

  private func filling(_ url: String) -> DestinationTemplate.Filling? {
    guard DestinationTemplate.isOne(url) else { return nil }
    return (try? DestinationTemplate(url))?.filled(visit, slug: link.slug)
  }

  private func filled(_ url: String) -> String {
    guard case .url(let filled)? = filling(url) else { return url }
    return filled
  }

  /// The outcome for an address that visitors may not be sent to; nil for any other.
  mutating func refusal(of url: String) -> Decision.Outcome? {
    switch filling(url) {
    case .missing(let name):
      reasons.append(.valueMissing(name.text))
      guard let expired = link.expiredURL, filled(expired) != url else { return .notFound }
      return redirect(to: filled(expired), because: .leadsToExpiredURL, status: .found)
    case .dotSegment: return reach(.notFound, because: .pathNotTaken)
    case .url, nil: break
    }
    if link.path == .append, DestinationTemplate.hasDotSegment(Array((visit.path ?? "").utf8)[...])
    {
      return reach(.notFound, because: .pathNotTaken)
    }
    let isVaried = varies
    guard let fault = fault(of: url, isVaried) else { return nil }
    return reach(isVaried ? .notFound : .gone, because: .destinationNotAllowed(fault.english))
  }

  private func fault(of url: String, _ isVaried: Bool) -> DestinationFault? {
    if isVaried, url.utf8.count > LinkDestination.bytes {
      return .tooLong(limit: LinkDestination.bytes)
    }
    return LinkDestination.faultAtVisit(of: url, within: site.destinationHosts)
  }

  /// Whether the link's addresses depend on more of the visit than the added query.
  private var varies: Bool {
    link.path == .append && visit.path != nil
      || link.visitedURLs.contains { DestinationTemplate.isOne($0.url) }
  }

  mutating func reach(
    _ outcome: Decision.Outcome, because reason: Decision.Reason
  ) -> Decision.Outcome {
    reasons.append(reason)
    return outcome
  }

  /// Redirects to an address that the link names, which the site must allow.
  mutating func redirect(
    to url: String, because reason: Decision.Reason, status: ShortLink.RedirectStatus? = nil
  ) -> Decision.Outcome {
    if let refusal = refusal(of: url) { return refusal }
    return reach(.redirect(location: url, status: status ?? link.status), because: reason)
  }

  /// Redirects to an address that was built here from checked parts: a store page or an intent.
  mutating func handOn(
    to url: String, because reason: Decision.Reason
  ) -> Decision.Outcome {
    reach(.redirect(location: url, status: link.status), because: reason)
  }
}

extension ShortLink {
  /// The reasons for which the link is over; empty while it leads to its destination, or does not do so
  /// yet.
  package func ends(at now: Timestamp, clicks: Int) -> [Decision.Reason] {
    var reasons: [Decision.Reason] = []
    if archived { reasons.append(.archived) }
    if let expires = rare.expires, now >= expires { reasons.append(.expired(expires)) }
    if let maxClicks = rare.maxClicks, clicks >= maxClicks {
      reasons.append(.clicksUsedUp(maxClicks))
    }
    return reasons
  }
}

/// Resolves a link for an app that was opened by it, which gets the link's destination or `expiredURL`:
/// no page, no store, no fallback. Times, counts, passwords and allowed destinations apply as for browsers.
package func resolve(
  _ link: ShortLink, visit: Visit, now: Timestamp, site: LinkSite = LinkSite()
) -> Decision.Outcome {
  var visit = visit
  visit.wantsExplanation = false
  var decider = Decider(link: link, visit: visit, now: now, site: site)
  decider.isForApp = true
  return decider.decide()
}
