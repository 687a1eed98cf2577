import AppAssociation
package import Links

/// The answer to an app's request to `/_keiro/resolve`, which follows a short URL to its
/// destination.
package enum AppAnswer {
  /// The query has no `url=`.
  case missingParameter
  /// The value of `deferred=` when it is not a known way.
  case unknownWay(String)
  /// The text is not a URL of a site.
  case unknownURL(String)
  /// The URL is neither a page nor a link for apps; its text as asked, and its meaning.
  case nothing(String, OwnURL, Place)
  case destination(AppDestination)
  case notYet(String)
  /// The link has expired, is archived or has used up its clicks.
  case gone(String)
  case needsPassword(String)
  case unreachable
}

package struct AppDestination {
  /// The URL itself, or the destination of its link.
  package let text: String
  /// The link that was followed; nil when the URL is not a link.
  package let served: ServedLink?
  /// The text as a URL of a site, and its meaning there; nil on other sites.
  package let target: (url: OwnURL, place: Place)?
  /// Whether the link has ended, so that its own destination stays untold.
  package var hasEnded = false

  /// The link that was followed; nil when the URL is not a link.
  package var link: ShortLink? { served?.link }

  /// The page at the destination; nil on other sites, and when no route matches.
  package var page: SitePage? {
    guard let target, case .page(let rule, let match) = target.place else { return nil }
    return SitePage(url: target.url, rule: rule, match: match)
  }
}

package struct AppQuestion {
  let snapshot: ServiceSnapshot
  /// The requested host, which completes a URL that is only a path; nil where none does.
  let host: String?
  let now: Timestamp
  /// The user agent of the app, whose system rules may test, and the traits of the visitor.
  let agent: UserAgent
  let traits: VisitorTraits
  /// Resolves a URL as an app does.
  let place: (OwnURL) -> Place
  /// Returns the used clicks of a link with a limit; nil when the store does not answer.
  let clicks: (ShortLink) -> Int?

  package init(
    _ snapshot: ServiceSnapshot, host: String?, now: Timestamp, agent: UserAgent,
    traits: VisitorTraits, place: @escaping (OwnURL) -> Place,
    clicks: @escaping (ShortLink) -> Int?
  ) {
    self.snapshot = snapshot
    self.host = host
    self.now = now
    self.agent = agent
    self.traits = traits
    self.place = place
    self.clicks = clicks
  }

  package func answer(query: ArraySlice<UInt8>?) -> AppAnswer {
    let deferred = DeferredParameter(query ?? [])
    if let fault = deferred.fault { return .unknownWay(fault) }
    guard let text = URLParameter.value(in: deferred.rest) else { return .missingParameter }
    return answer(about: text)
  }

  package func answer(about text: String) -> AppAnswer {
    if let url = OwnURL(text, askedHost: host, in: snapshot) { return answer(at: url, asked: text) }
    for url in snapshot.movedAddresses(ofFirebase: text) {
      switch place(url) {
      case .shortLink(_, .visit), .longLink, .unreachableSlug: return answer(at: url, asked: text)
      default: continue
      }
    }
    return .unknownURL(text)
  }

  /// - Parameter text: the URL as it was asked about.
  package func answer(at url: OwnURL, asked text: String) -> AppAnswer {
    let place = place(url)
    switch place {
    case .page:
      return .destination(AppDestination(text: url.text, served: nil, target: (url, place)))
    case .shortLink(let served, .visit), .longLink(let served, _):
      var visit = url.visit(to: served)
      (visit.agent, visit.traits) = (agent, traits)
      if served.link.maxClicks != nil {
        // Resolving is not a visit: it reads the count and uses up no click.
        guard let count = clicks(served.link) else { return .unreachable }
        visit.clicksSoFar = count
      }
      switch Links.resolve(served.link, visit: visit, now: now, site: served.site) {
      case .redirect(let location, _):
        let url = OwnURL(location, askedHost: host, in: snapshot)
        let target = url.map { (url: $0, place: self.place($0)) }
        return .destination(
          AppDestination(
            text: location, served: served, target: target,
            hasEnded: !served.link.ends(at: now, clicks: visit.clicksSoFar).isEmpty))
      case .notFound: return .notYet(url.text)
      case .passwordForm: return .needsPassword(url.text)
      case .gone, .explanation, .preview, .landing: return .gone(url.text)
      }
    case .unreachableSlug: return .unreachable
    case .shortLink, .refusedLongLink, .unknownSlug, .excluded, .nothing, .respelled, .unreadable,
      .document, .changePassword, .wellKnownFile, .siteFile, .missingFile, .banner, .resolve,
      .launches, .claims, .appLinks, .pageCode, .root:
      return .nothing(text, url, place)
    }
  }
}
