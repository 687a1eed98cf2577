import HTTPCore
import Links

/// The redirect of a visit without a query to a link that leads every visitor of a system to the
/// same address at any time, so that nothing has to be decided on a visit.
package struct ReadyRedirect {
  let location: String
  let status: ShortLink.RedirectStatus
  let lines: Lines
  /// Whether the redirect applies to iPhone and iPad, and to Android; it always does on other
  /// systems.
  let isForApple: Bool
  let isForAndroid: Bool

  /// Returns nil when the answer depends on time, counts, a password or a page.
  init?(_ link: ShortLink, site: LinkSite) {
    guard link.isUnconditional else { return nil }
    let now = Timestamp(secondsSinceEpoch: 0)
    let visit = Visit(query: nil)
    let decision = decide(link, visit: visit, now: now, site: site)
    guard case .redirect(let location, let status) = decision.outcome, decision.isArrival,
      let lines = Lines(RedirectCaching(of: link, status, visit: visit, now: now, site: site))
    else { return nil }
    self.location = location
    self.status = status
    self.lines = lines
    let differs = link.differsBySystem
    isForApple = !differs.apple
    isForAndroid = !differs.android && site.androidApp.packageName == nil
  }

  /// Returns whether the redirect applies to a visitor.
  static func holds(for agent: UserAgent, isForApple: Bool, isForAndroid: Bool) -> Bool {
    switch agent.platform {
    case .iPhone, .iPad: isForApple && agent.inAppBrowser == nil
    case .android: isForAndroid
    case .macOS, .windows, .linux, .chromeOS, .unknown: true
    }
  }

  /// The header lines besides the location, which have only a few variants.
  package enum Lines: UInt8, CaseIterable, Sendable {
    case neverCached, cachedByVisitor, cachedByAnyone

    private var caching: RedirectCaching {
      switch self {
      case .neverCached: .never
      case .cachedByVisitor: .byVisitor(seconds: RedirectCaching.seconds)
      case .cachedByAnyone: .byAnyone(seconds: RedirectCaching.seconds)
      }
    }

    /// Returns nil for a redirect that is cached only until its link ends.
    init?(_ caching: RedirectCaching) {
      guard let lines = Self.allCases.first(where: { $0.caching == caching }) else { return nil }
      self = lines
    }

    /// Everything after the value of the Location field.
    ///
    /// - Parameter isIndexed: whether search engines may list the links of the site.
    func bytes(isIndexed: Bool) -> [UInt8] {
      var fields = HTTPFields()
      caching.append(to: &fields)
      if !isIndexed { fields.appendNoIndex() }
      return HTTPResponseEncoder.rest(ofRedirectWith: fields)
    }
  }
}
