import LinkStorage
import Links
import Questions
import WebSyntax

extension PageContext {
  /// The tags of a link, each of which leads to all links that have it.
  func tagLinks(_ link: ShortLink) -> Markup {
    Markup.each(link.tags) { tag in
      "<a class=\"tag\" href=\"\(PageAddresses.links([("tag", tag)]))\">\(tag)</a> "
    }
  }

  /// Where a link stands in its life.
  func state(of report: LinkReport) -> LinkStanding {
    if report.isConfigured { return .configured }
    let (link, now) = (report.link, timestamp)
    if link.archived { return .archived }
    if let expires = link.expires, expires <= now { return .expired }
    if let start = link.notBefore, start > now { return .scheduled }
    let horizon = LinkState.AtTime(.ending, at: now).horizon
    if let expires = link.expires, expires <= horizon { return .ending }
    return .active
  }

  func stateBadge(_ report: LinkReport) -> Markup {
    let state = state(of: report)
    return badge(state.word, state.kind, state.filter?.rawValue)
  }

  /// Empty for a destination that is in order, or was not asked yet.
  func healthBadge(_ report: LinkReport) -> Markup {
    guard let state = report.health?.state, let notice = state.notice else { return "" }
    return badge(notice.word, state.isUnhealthy ? "bad" : "warn", state.rawValue)
  }

  /// A badge that leads to all links in the same state; by itself for a state that no list has.
  private func badge(_ word: Word, _ kind: String, _ state: String?) -> Markup {
    guard let state else { return "<span class=\"badge \(kind)\">\(t(word))</span>" }
    let address = PageAddresses.links([("state", state)])
    return "<a class=\"badge \(kind)\" href=\"\(address)\">\(t(word))</a>"
  }
}

/// Where a link stands in its life, as pages say it.
enum LinkStanding {
  case active, archived, configured, ending, expired, scheduled

  var word: Word {
    switch self {
    case .active: .active
    case .archived: .archived
    case .configured: .configured
    case .ending: .endsSoon
    case .expired: .expired
    case .scheduled: .scheduled
    }
  }

  /// By which the list is filtered; nil where no list has them alone.
  var filter: LinkState? {
    switch self {
    case .active: .active
    case .archived: .archived
    case .configured: nil
    case .ending: .ending
    case .expired: .expired
    case .scheduled: .scheduled
    }
  }

  /// What somebody can do about it; nil where nothing has to be done.
  var next: Word? {
    switch self {
    case .active, .configured: nil
    case .archived: .archivedNext
    case .ending: .endingNext
    case .expired: .expiredNext
    case .scheduled: .scheduledNext
    }
  }

  /// The class of its badge.
  var kind: String {
    switch self {
    case .active: "good"
    case .archived, .configured: ""
    case .ending, .scheduled: "warn"
    case .expired: "bad"
    }
  }
}

extension HealthState {
  /// How pages say that something is wrong with a destination, and what to do about it; nil for one that
  /// is in order.
  var notice: (word: Word, next: Word)? {
    switch self {
    case .ok: nil
    case .moved: (.destinationMoved, .destinationMovedNext)
    case .dead: (.destinationDead, .destinationDeadNext)
    case .looping: (.destinationLoops, .destinationLoopsNext)
    case .unknown: (.destinationUnknown, .destinationUnknownNext)
    }
  }
}

extension LinkState {
  var word: Word {
    switch self {
    case .active: .active
    case .archived: .archived
    case .expired: .expired
    case .scheduled: .scheduled
    case .ending: .endsSoon
    }
  }
}

extension String {
  /// A URL as people say it.
  var droppingScheme: String {
    for scheme in ["https://", "http://"] where hasPrefix(scheme) {
      return String(dropFirst(scheme.count))
    }
    return self
  }
}
